// First step of `npm run walk`: brings node_modules in line, makes a folder for what n8n's engine stores, and hands over to the program.
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

require('../../tools/setup');
const { remove } = require('../../tools/folders');
require('tsx/cjs');

// `./X.node` is `X.node.ts`, and not its codex file, `X.node.json`: what comes last is tried last.
const { '.json': json } = require.extensions;
delete require.extensions['.json'];
require.extensions['.json'] = json;
// The engine of the tests asks jest for modules as they are. Outside of jest, that is what Node itself loads.
require.cache[require.resolve('@jest/globals')] = {
	loaded: true,
	exports: { jest: { requireActual: require } },
};
process.env.ENGINE_TESTS_FOLDER = mkdtempSync(join(tmpdir(), 'digital-human-walk-'));
process.once('exit', () => remove(process.env.ENGINE_TESTS_FOLDER));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

require('./walk.ts');
