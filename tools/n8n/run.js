// First step of `npm start`, `npm run demo` and of every command that needs a real n8n. A fresh clone has no packages
// yet, so this file needs none: it brings node_modules in line and hands over to the program, which is TypeScript.
require('../setup');
require('tsx/cjs');

const program = process.argv[2] ?? '';
if (!['start', 'demo', 'test', 'ui', 'queue', 'soak'].includes(program)) {
	console.error('Usage: node tools/n8n/run.js <start|demo|test|ui|queue|soak>');
	process.exit(2);
}
require(program === 'soak' ? '../../test/n8n/soak/program.ts' : `./programs/${program}.ts`);
