/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it, jest } from '@jest/globals';
import { createEngine } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { mistakes } from './cases/commonMistakes';
import { schemaOf } from '../support/engine/outputs';
import type { INodePropertyOptions } from 'n8n-workflow';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packNodes, root } from '../../tools/docs/pack';
import { previewCases } from './cases/outputPreviews';
import '../support/engine/core';

const MAX_TITLE = 110;

describe('The message for', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;

	it.each(mistakes)('$is', async ({ run, credential, title, todo }) => {
		const world = { service: setup.service, submits };
		const { url: baseUrl, token: accessToken } = setup.service;
		const engine = credential
			? await createEngine({ baseUrl, accessToken, ...credential(world) })
			: setup.engine;
		const node = await run(world);
		const { error, stored } = await engine.run(node);
		const said = (error?.message ?? `no error but ${stored}`)
			.replace(/127\.0\.0\.1:(?!9\b)\d+/, '〈host〉')
			.replace(/\d{19}/, '〈id〉');
		expect(said).toBe(title);
		expect(error?.description).toContain(todo);
		expect(said.length).toBeLessThanOrEqual(MAX_TITLE);
		expect(`${said} ${error?.description}`).not.toMatch(/undefined|\[object|null\b|NaN/);
		expect(stored).not.toContain(accessToken);
	});
});

const { resolveOutputSchemaPath } = jest.requireActual<typeof import('n8n-core')>('n8n-core');

/** "npm run docs -- --record" writes the previews from what the nodes output here. */
const records = process.env.RECORD === '1';

const fileOf = (path: string): string => join(root, 'nodes', `${path}.json`);

describe('the output preview of', () => {
	const setup = setUp({ videoDetailPath: 'detail/video', personDetailPath: 'detail/person' });
	const { submits } = setup;

	it.each(previewCases)('$path shows what the node outputs', async ({ path, run }) => {
		setup.service.fate({ seconds: 0 });
		const { json } = await setup.run(await run(submits, setup.engine));
		expect(json.length).toBeGreaterThan(0);
		const text = `${JSON.stringify({ ...schemaOf(json), version: 1 }, null, '\t')}\n`;
		// Recording is no comparison: what is written is read by the next run.
		if (records) {
			mkdirSync(dirname(fileOf(path)), { recursive: true });
			writeFileSync(fileOf(path), text);
			// The editor shows the fields in this order.
		} else expect(readFileSync(fileOf(path), 'utf8')).toBe(text);
	});
});

describe('the output previews', () => {
	const previews = (folder: string): string[] => {
		const files = join(root, folder, '__schema__');
		if (!existsSync(files)) return [];
		return readdirSync(files, { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.json'))
			.map(
				(path) =>
					`${folder.replace('nodes/', '')}/__schema__/${path.replaceAll('\\', '/').replace(/\.json$/, '')}`,
			);
	};

	it('are all checked', () => {
		const found = packNodes.flatMap(({ folder }) => previews(folder));
		expect(found.sort()).toEqual(previewCases.map(({ path }) => path).sort());
	});

	/** Every choice of resource and operation that a node has. */
	const choices = packNodes
		.filter(({ type }) => !type.description.group.includes('trigger'))
		.flatMap(({ folder, type: { description } }) => {
			const nodeDir = join(root, folder);
			const version = Number(description.version);
			const fields = description.properties.filter(({ name }) => name === 'operation');
			if (fields.length === 0) return [{ nodeDir, version, title: description.name }];
			return fields.flatMap(({ options = [], displayOptions }) =>
				(options as INodePropertyOptions[]).map(({ value }) => {
					const resource = displayOptions?.show?.resource?.[0] as string | undefined;
					const operation = String(value);
					const title = [description.name, resource, operation].filter(Boolean).join(' ');
					return { nodeDir, version, title, resource, operation };
				}),
			);
		});

	it.each(choices)('n8n finds the one of $title', (choice) => {
		const path = resolveOutputSchemaPath(choice);
		expect(path && existsSync(path)).toBe(true);
	});
});
