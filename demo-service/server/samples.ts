import type { FastifyInstance } from 'fastify';

import { MIME_TYPES, sample } from '../media/samples';

/** A feed of a blog whose newest post comes first. */
const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Our shop</title><link>https://shop.example/blog</link>
<item><title>Half price until Sunday</title><link>https://shop.example/blog/2</link><guid>https://shop.example/blog/2</guid>
<description>Everything in our shop is half price this week. Come and see us!</description></item>
<item><title>We are open</title><link>https://shop.example/blog/1</link><guid>https://shop.example/blog/1</guid>
<description>Our new shop is open from Monday to Saturday.</description></item>
</channel></rss>`;

/** Files to try the service with, by their names: a short video of a speaker, a short recording, and a feed. */
const FILES: Readonly<Record<string, [type: string, content: Buffer | string]>> = {
	'presenter.mp4': [MIME_TYPES.mp4, sample('mp4')],
	'speech.wav': [MIME_TYPES.wav, sample('wav')],
	'news.xml': ['application/rss+xml', FEED],
};

/** GET /samples/<name>, for anyone. */
export function sampleRoutes(app: FastifyInstance): void {
	for (const [name, [type, content]] of Object.entries(FILES)) {
		app.get(`/samples/${name}`, async (_request, reply) => await reply.type(type).send(content));
	}
}
