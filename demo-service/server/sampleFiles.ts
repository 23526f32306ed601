import type { FastifyInstance } from 'fastify';

import { MIME_TYPES, sample, type MediaKind } from '../media/samples';

/** Files to try the service with, by their names; anyone may download them. */
const FILES: Readonly<Record<string, MediaKind>> = {
	'presenter.mp4': 'mp4',
	'speech.wav': 'wav',
};

/** GET /samples/<name>: a short video of a speaker, and a short recording. */
export function sampleRoutes(app: FastifyInstance): void {
	for (const [name, kind] of Object.entries(FILES)) {
		app.get(`/samples/${name}`, async (_request, reply) => {
			return await reply.type(MIME_TYPES[kind]).send(sample(kind));
		});
	}
}
