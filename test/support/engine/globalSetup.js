// One folder for everything that the engine tests of a run leave behind; globalTeardown.js removes it.
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = () => {
	process.env.ENGINE_TESTS_FOLDER = mkdtempSync(join(tmpdir(), 'digital-human-engine-'));
};
