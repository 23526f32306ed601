// Runs in a fresh process: loads the package named on the command line as n8n does and prints the times as JSON.
// Modules that n8n has loaded long before the package are loaded first, so that only the package's own share counts.
const { join, parse } = require('node:path');

const [folder] = process.argv.slice(2);
const { n8n } = require(join(folder, 'package.json'));

const started = performance.now();
for (const name of ['n8n-workflow', 'zod', 'lodash', 'luxon', 'node:crypto']) require(name);
const hostReady = performance.now();

for (const path of [...n8n.nodes, ...n8n.credentials]) {
	const [className] = parse(path).name.split('.');
	new (require(join(folder, path))[className])();
}
const loaded = performance.now();

console.log(JSON.stringify({ packMs: loaded - hostReady, totalMs: loaded - started }));
