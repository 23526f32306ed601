const shared = require('../../jest.config');

/** The engine tests with every text of the pack changed: a decision that reads a text is noticed. */
module.exports = {
	...shared,
	rootDir: '../..',
	roots: ['<rootDir>/test/engine'],
	globals: { textsAreChanged: true },
	setupFilesAfterEnv: ['<rootDir>/test/texts/changeTexts.ts', ...shared.setupFilesAfterEnv],
};
