// First step of `npm start`, `npm run demo`, `npm run test:n8n` and `npm run test:ui`. A fresh clone has no packages
// yet, so this file needs none: it brings node_modules in line and hands over to the program, which is TypeScript.
require('../setup');
require('tsx/cjs');

const program = process.argv[2] ?? '';
if (!['start', 'demo', 'test', 'ui'].includes(program)) {
	console.error('Usage: node test/n8n/run.js <start|demo|test|ui>');
	process.exit(2);
}
require(`./programs/${program}.ts`);
