const { remove } = require('../../../tools/folders');

module.exports = () => {
	remove(process.env.ENGINE_TESTS_FOLDER);
};
