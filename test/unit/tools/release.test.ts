/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-imports */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProxyAgent, request } from 'undici';

import { remove } from '../../../tools/folders';
import { released } from '../../../tools/release/changelog';
import { root } from '../../../tools/n8n/paths';
import { makeCertificates } from '../../../tools/release/certificates';
import { startProxy, type Proxy } from '../../../tools/release/proxy';
import { answerAsRegistry } from '../../../tools/release/registry';
import { examples } from '../../../tools/release/steps';
import { exampleNames } from '../../../tools/n8n/workflows';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const packed = {
	manifest: { name: 'n8n-nodes-a', version: '0.1.0', license: 'MIT' },
	tarball: Buffer.from('a tarball'),
};
const origin = 'https://packages.example';

describe('the registry of the dry run', () => {
	const get = (path: string) => {
		const { status, body } = answerAsRegistry(packed, origin, path);
		return { status, content: JSON.parse(String(body)) as unknown };
	};

	it('lists the one version as the latest', () => {
		expect(get('/n8n-nodes-a')).toMatchObject({
			status: 200,
			content: { 'dist-tags': { latest: '0.1.0' }, versions: { '0.1.0': packed.manifest } },
		});
	});

	it.each(['latest', '0.1.0'])('describes it as %s, with its own hash', (version) => {
		const sha512 = createHash('sha512').update(packed.tarball).digest('base64');
		expect(get(`/n8n-nodes-a/${version}`)).toMatchObject({
			status: 200,
			content: {
				...packed.manifest,
				dist: {
					integrity: `sha512-${sha512}`,
					tarball: `${origin}/n8n-nodes-a/-/n8n-nodes-a-0.1.0.tgz`,
				},
			},
		});
	});

	it('gives out the tarball as it was packed', () => {
		const { status, body } = answerAsRegistry(
			packed,
			origin,
			'/n8n-nodes-a/-/n8n-nodes-a-0.1.0.tgz',
		);
		expect({ status, body }).toEqual({ status: 200, body: packed.tarball });
	});

	it.each(['/', '/n8n-nodes-b', '/n8n-nodes-a/0.2.0', '/api/package', '/n8n-nodes-a/-/a.tgz'])(
		'has nothing at %s',
		(path) => {
			expect(get(path)).toEqual({ status: 404, content: { error: 'Not found' } });
		},
	);
});

describe('the changelog of a release', () => {
	const now = (text: string) => released(text, '0.2.0', '2026-01-31');

	it.each(['Unreleased', '0.2.0'])(
		'dates the newest section, which is called %s before',
		(name) => {
			const text = `# Changelog\n\n## ${name}\n\n- New\n\n## 0.1.0 (2026-01-01)\n`;
			expect(now(text)).toBe(
				'# Changelog\n\n## 0.2.0 (2026-01-31)\n\n- New\n\n## 0.1.0 (2026-01-01)\n',
			);
		},
	);

	it.each(['## 0.1.0 (2026-01-01)\n', '## 0.2.0 (2026-01-01)\n', '## 0.2.1\n', ''])(
		'is refused when it has nothing about the version: %j',
		(text) => expect(() => now(text)).toThrow('nothing about 0.2.0'),
	);

	it('is about the version of package.json, or one that is not released', () => {
		const [, newest = ''] = /^## (.*)$/m.exec(read('CHANGELOG.md')) ?? [];
		const { version } = JSON.parse(read('package.json')) as { version: string };
		expect(['Unreleased', version]).toContain(newest.split(' ')[0]);
	});
});

describe('npm run release', () => {
	it('writes the tag and leaves publishing to the workflow', () => {
		const settings = JSON.parse(read('.release-it.json')) as Record<string, object>;
		expect(settings.npm).toMatchObject({ publish: false });
		expect(settings.git).toMatchObject({ requireBranch: 'main', tagName: '${version}' });
		expect(read('package.json')).toContain('"release": "release-it"');
	});
});

const openssl = spawnSync('openssl', ['version']).status === 0;

(openssl ? describe : describe.skip)('the proxy of the dry run', () => {
	const folder = mkdtempSync(join(tmpdir(), 'digital-human-release-'));
	let proxy: Proxy;

	beforeAll(async () => {
		const certificates = makeCertificates(join(folder, 'keys'));
		proxy = await startProxy(certificates, (from, path) =>
			path === '/there'
				? { status: 200, type: 'text/plain', body: from }
				: { status: 404, type: 'text/plain', body: 'no' },
		);
	});
	const agents: ProxyAgent[] = [];
	afterAll(async () => {
		await Promise.all(agents.map(async (one) => await one.destroy()));
		remove(folder);
	});

	const agent = (ca?: string): ProxyAgent => {
		const made = new ProxyAgent({ uri: proxy.url, requestTls: ca ? { ca } : {} });
		agents.push(made);
		return made;
	};

	it('answers for every host in its place, and notes what was asked for', async () => {
		const trusting = agent(readFileSync(proxy.authority, 'utf8'));
		for (const url of ['https://a.example/there', 'https://b.example/elsewhere?x=1']) {
			const { body } = await request(url, { dispatcher: trusting });
			expect(await body.text()).toBe(url.startsWith('https://a') ? 'https://a.example' : 'no');
		}
		expect(proxy.asked).toEqual([
			{ method: 'GET', host: 'a.example', path: '/there', status: 200 },
			{ method: 'GET', host: 'b.example', path: '/elsewhere', status: 404 },
		]);
	});

	it('is believed by those only that were given its authority', async () => {
		const asking = request('https://a.example/there', { dispatcher: agent() });
		await expect(asking).rejects.toThrow(/certificate/);
	});

	it('ends although connections are open', async () => {
		await proxy.close();
		const asking = request('https://a.example/there', { dispatcher: agent() });
		await expect(asking).rejects.toThrow(/ECONNREFUSED/);
	});
});

it('the dry run only names examples that are there', () => {
	expect(examples.filter((name) => !exampleNames().includes(name))).toEqual([]);
});
