// First step of `npm start`, `npm run demo` and of every command that needs a real n8n. A fresh clone has no packages
// yet, so this file needs none: it brings node_modules in line and hands over to the program, which is TypeScript.
require('../setup');
require('tsx/cjs');

/** Programs of their own folders. Those that only tests need stand with the tests. */
const programs = {
	bench: '../bench/program.ts',
	ui: '../../test/support/editor/program.ts',
	queue: '../../test/support/n8n/queueProgram.ts',
	soak: '../../test/n8n/soak/program.ts',
};

const [, , name = ''] = process.argv;
if (programs[name]) require(programs[name]);
else if (!require('./commands.ts').runCommand(name)) {
	console.error(
		'Usage: node tools/n8n/run.js <start|demo|test|queue|versions|release|bench|ui|soak>',
	);
	process.exit(2);
}
