// Lints the workflows of the repository with GitHub's own language service, without the network: keys, values, rights, names of
// jobs, and expressions with their contexts. Part of `npm run lint`; another folder can be given.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@actions/languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';

const [folder = join(import.meta.dirname, '..', '.github', 'workflows')] = process.argv.slice(2);

for (const name of readdirSync(folder)) {
	const text = readFileSync(join(folder, name), 'utf8');
	// A warning is what would be empty in a run, such as a misspelt context.
	const findings = await validate(TextDocument.create(`file:///${name}`, 'yaml', 0, text));
	for (const { range, message } of findings) {
		console.log(`${name}:${range.start.line + 1}:${range.start.character + 1} ${message}`);
		process.exitCode = 1;
	}
}
