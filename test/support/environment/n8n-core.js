const { loadShared } = require('./loadShared');

module.exports = loadShared(require.resolve('../../../node_modules/n8n-core'));
