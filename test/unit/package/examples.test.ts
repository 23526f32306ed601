/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../../tools/docs/pack';
import { withDemoFiles } from '../../../tools/n8n/demoFiles';
import type { WorkflowFile } from '../../../tools/n8n/workflow';

const folder = join(root, 'examples');
const examples = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')]);

describe('examples', () => {
	it.each(examples)('%s contains no placeholder address', (_name, text) => {
		expect(text).not.toMatch(/example\.(com|org|net)/);
	});

	it.each(examples)('%s leaves no URL empty with the demo service', (_name, text) => {
		const demo = withDemoFiles(JSON.parse(text) as WorkflowFile, 'http://127.0.0.1:8787');
		for (const { parameters } of demo.nodes) {
			expect(JSON.stringify(parameters)).not.toMatch(/"name":"\w*Url","type":"string","value":""/);
		}
	});

	it('get files of the demo service only where a URL is empty', () => {
		const field = (name: string, value: string) => ({ id: name, name, type: 'string', value });
		const file = (...fields: object[]) =>
			({
				name: 'Example',
				nodes: [{ name: 'What to Change', parameters: { assignments: { assignments: fields } } }],
				connections: {},
			}) as unknown as WorkflowFile;
		const given = file(field('videoUrl', ''), field('audioUrl', 'https://my.site/a.mp3'));
		expect(withDemoFiles(given, 'http://demo')).toEqual(
			file(
				field('videoUrl', 'http://demo/samples/presenter.mp4'),
				field('audioUrl', 'https://my.site/a.mp3'),
			),
		);
	});
});
