import { beforeEach, expect, test } from '@jest/globals';

import { readExample, triggerOf } from '../../../tools/n8n/workflows';
import { finishedExecution, startExecution } from '../../../tools/n8n/executions';
import { bodiesOf, fileKind, filledIn, runExample } from '../../support/n8n/exampleRun';
import { setUpWorkbench } from '../../support/n8n/workbench';

const SUBMIT = 'ai_creation/task/submit';

const bench = setUpWorkbench();
beforeEach(() => bench.service.reset());

interface Post {
	id: number;
	title: string;
	description: string;
}

/** Serves a feed. @returns its address */
function feedOf(...posts: Post[]): string {
	const items = posts.map(
		({ id, title, description }) =>
			`<item><title>${title}</title><link>https://blog.example/${id}</link><guid>post-${id}</guid><description>${description}</description></item>`,
	);
	const text = `<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>${items.join('')}</channel></rss>`;
	const bytes = Buffer.byteLength(text);
	return bench.service.storage.source({ text, bytes, name: 'feed.xml', mimeType: 'text/xml' }).url;
}

test('blog-post-to-presenter-video reads out each new post once', async () => {
	const first = { id: 1, title: 'We are open 🎉', description: 'From Monday to Saturday.' };
	const second = { id: 2, title: 'Half price', description: 'Until Sunday.' };
	const { nodes, ...file } = readExample('blog-post-to-presenter-video');
	const workflow = await bench.load({ nodes, ...file });
	const runWith = async (feedUrl: string) => {
		const changed = filledIn(workflow, 'What to Change', { feedUrl });
		await bench.rest.patch(`workflows/${workflow.id}`, { nodes: changed.nodes });
		const id = await startExecution(bench.rest, workflow.id, triggerOf(workflow));
		const execution = await finishedExecution(bench.rest, id);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		return execution;
	};
	const texts = () =>
		bodiesOf(bench, 'create_video').map(
			(body) => (body as { audio: { tts: { text: string[] } } }).audio.tts.text,
		);

	const execution = await runWith(feedOf(first));
	expect(texts()).toEqual([['We are open. From Monday to Saturday.']]);
	expect(execution.json('Post')).toEqual([
		{
			taskId: expect.any(String),
			title: first.title,
			link: 'https://blog.example/1',
			videoUrl: expect.stringContaining('.mp4'),
		},
	]);
	expect(await fileKind(bench, execution.items('Post')[0])).toBe('mp4');

	await runWith(feedOf(first));
	expect(texts()).toHaveLength(1);
	await runWith(feedOf(second, first));
	expect(texts().slice(1)).toEqual([['Half price. Until Sunday.']]);
});

test('product-list-to-images-in-batches makes fifty at a time, and keeps to the cost', async () => {
	const products = Array.from({ length: 53 }, (_, index) => ({
		name: `Product ${index}`,
		description: index === 7 ? 'This one fails' : `A thing with ${index} sides`,
	}));
	bench.service.fate(({ body }) =>
		JSON.stringify(body).includes('This one fails')
			? { outcome: 'Fail', errMsg: 'not allowed' }
			: undefined,
	);
	const execution = await runExample(
		bench,
		filledIn(readExample('product-list-to-images-in-batches'), 'Products', {
			products: JSON.stringify(products),
		}),
	);
	const codes = bodiesOf(bench, SUBMIT).map((body) => (body as { model_code: string }).model_code);
	const images = (count: number) => Array<string>(count).fill('modelf-4.0');
	const clips = (count: number) => Array<string>(count).fill('modelc3.0-first-last-to-video');
	expect(codes).toEqual([...images(50), ...clips(49), ...images(3), ...clips(3)]);
	const lines = execution.json('Catalog');
	expect(lines.map(({ name }) => name)).toEqual(products.map(({ name }) => name));
	expect(lines[0]).toMatchObject({
		image: expect.stringContaining('.png'),
		clip: expect.stringContaining('.mp4'),
	});
	expect(lines[7]).toEqual({
		name: 'Product 7',
		image: null,
		clip: null,
		reason: expect.stringContaining('not allowed'),
	});
});

test('failures-in-one-message makes one message of all that failed', async () => {
	bench.service.fate(({ body }) =>
		JSON.stringify(body).includes('That was the week')
			? { outcome: 51, errMsg: 'no speech' }
			: undefined,
	);
	const execution = await runExample(bench, readExample('failures-in-one-message'));
	expect(bodiesOf(bench, 'create_video')).toHaveLength(2);
	expect(execution.json('Links')).toEqual([
		{ title: 'Monday', videoUrl: expect.stringContaining('.mp4') },
	]);
	expect(execution.json('Message')).toEqual([
		{
			subject: '2 of 3 videos failed',
			text: expect.stringMatching(/^- Wednesday: .+\n- Friday: .*no speech/),
		},
	]);
});

test('failures-in-one-message sends none when nothing fails', async () => {
	const scripts = JSON.stringify([{ title: 'Monday', text: 'Good morning.' }]);
	const example = filledIn(readExample('failures-in-one-message'), 'Scripts', { scripts });
	const execution = await runExample(bench, example);
	expect(execution.json('Links')).toHaveLength(1);
	expect(execution.nodes).not.toContain('Message');
});
