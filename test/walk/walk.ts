/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, no-console */
// `npm run walk`: which files and functions of the pack take part in a job. `-- --list` names them, `-- --write` writes the table into
// CONTRIBUTING.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startService } from '../../demo-service';
import { createEngine } from '../support/engine/engine';
import { walked, type Walked } from './coverage';
import { jobs, type Job } from './jobs';

const root = join(__dirname, '..', '..');
const DOCUMENT = join(root, 'CONTRIBUTING.md');
const TIME_LIMIT_MS = 60_000;
const MARKED = /(<!-- walk: written by `npm run walk -- --write` -->\n)[^]*?(<!-- \/walk -->)/;

/** One job for a service that has not seen any before. */
async function walk({ prepare }: Job): Promise<Walked> {
	const service = await startService({ speed: 20 });
	try {
		const engine = await createEngine({ baseUrl: service.url, accessToken: service.token });
		return await walked(root, await prepare({ service, engine }));
	} finally {
		await service.close();
	}
}

function row({ title, goal }: Job, files: Walked): string {
	const functions = [...files.values()].flat().length;
	return `| ${title} | ${files.size} | ${goal} | ${functions} |`;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { list: { type: 'boolean' }, write: { type: 'boolean' } },
	});
	const rows = ['| Job | Files | Goal | Functions |', '| --- | --: | --: | --: |'];
	for (const job of jobs) {
		const files = await walk(job);
		if (files.size === 0) throw new Error(`No file took part in: ${job.title}`);
		rows.push(row(job, files));
		if (!values.list) continue;
		console.log(`\n${job.title}`);
		for (const [path, names] of files) console.log(`  ${path}: ${names.join(', ')}`);
	}
	const table = rows.join('\n');
	console.log(table);
	if (!values.write) return;
	const text = readFileSync(DOCUMENT, 'utf8');
	writeFileSync(DOCUMENT, text.replace(MARKED, `$1\n${table}\n\n$2`));
}

setTimeout(() => {
	throw new Error(`The jobs have not finished within ${TIME_LIMIT_MS / 1000} seconds`);
}, TIME_LIMIT_MS).unref();

main().then(
	() => process.exit(),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
