/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { readFileSync, writeFileSync } from 'node:fs';

/** The newest section of a changelog, whose heading is a version, perhaps with its date, or "Unreleased". */
const NEWEST = /^## (\S+)(.*)$/m;

/** A changelog whose newest section is that of a version which is released now. @throws Error when it belongs to another one */
export function released(changelog: string, version: string, date: string): string {
	const [heading, name = 'nothing', more = ''] = NEWEST.exec(changelog) ?? [];
	const isWaiting = ['Unreleased', version].includes(name) && more === '';
	if (heading === undefined || !isWaiting) {
		throw new Error(`The changelog has nothing about ${version}: it begins with ${name}${more}`);
	}
	return changelog.replace(heading, `## ${version} (${date})`);
}

// Part of `npm run release`: dates the section of the version that is named on the command line.
if (require.main === module) {
	const [version = ''] = process.argv.slice(2);
	const today = new Date().toISOString().slice(0, 10);
	writeFileSync('CHANGELOG.md', released(readFileSync('CHANGELOG.md', 'utf8'), version, today));
}
