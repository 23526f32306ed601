import type { FastifyInstance } from 'fastify';

import { MIME_TYPES, sample, type MediaKind } from '../media/samples';

/** Files to try the service with, by their names; anyone may download them. */
const FILES: Readonly<Record<string, MediaKind>> = {
	'presenter.mp4': 'mp4',
	'speech.wav': 'wav',
};

/** A feed of a blog whose newest post comes first. */
const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Our shop</title><link>https://shop.example/blog</link>
<item><title>Half price until Sunday</title><link>https://shop.example/blog/2</link><guid>https://shop.example/blog/2</guid>
<description>Everything in our shop is half price this week. Come and see us!</description></item>
<item><title>We are open</title><link>https://shop.example/blog/1</link><guid>https://shop.example/blog/1</guid>
<description>Our new shop is open from Monday to Saturday.</description></item>
</channel></rss>`;

/** GET /samples/<name>: a short video of a speaker, a short recording, and a feed. */
export function sampleRoutes(app: FastifyInstance): void {
	for (const [name, kind] of Object.entries(FILES)) {
		app.get(`/samples/${name}`, async (_request, reply) => {
			return await reply.type(MIME_TYPES[kind]).send(sample(kind));
		});
	}
	app.get('/samples/news.xml', async (_request, reply) => {
		return await reply.type('application/rss+xml').send(FEED);
	});
}
