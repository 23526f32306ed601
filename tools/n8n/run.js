// First step of `npm start`, `npm run demo` and of every command that needs a real n8n. A fresh clone has no packages
// yet, so this file needs none: it brings node_modules in line and hands over to the program, which is TypeScript.
require('../setup');
require('tsx/cjs');

/** The program behind each command; those that only tests need stand with the tests. */
const programs = {
	start: './programs/start.ts',
	demo: './programs/demo.ts',
	test: './programs/test.ts',
	queue: './programs/queue.ts',
	versions: './programs/versions.ts',
	release: './programs/release.ts',
	ui: '../../test/support/editor/program.ts',
	soak: '../../test/n8n/soak/program.ts',
};

const program = programs[process.argv[2]];
if (program === undefined) {
	console.error(`Usage: node tools/n8n/run.js <${Object.keys(programs).join('|')}>`);
	process.exit(2);
}
require(program);
