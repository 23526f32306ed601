import type { FastifyInstance } from 'fastify';

import { file, MIME_TYPES, sample } from '../media/samples';

/** Files to try the service with, by their names: a short video of a speaker, a short recording, and the feed of a blog. */
const FILES: Readonly<Record<string, [type: string, content: Buffer]>> = {
	'presenter.mp4': [MIME_TYPES.mp4, sample('mp4')],
	'speech.wav': [MIME_TYPES.wav, sample('wav')],
	'news.xml': ['application/rss+xml', file('news.xml')],
};

/** GET /samples/<name>, for anyone. */
export function sampleRoutes(app: FastifyInstance): void {
	for (const [name, [type, content]] of Object.entries(FILES)) {
		app.get(`/samples/${name}`, async (_request, reply) => await reply.type(type).send(content));
	}
}
