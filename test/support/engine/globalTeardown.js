const { rmSync } = require('node:fs');

module.exports = () => {
	rmSync(process.env.ENGINE_TESTS_FOLDER, { recursive: true, force: true });
};
