const shared = require('../../jest.config');

/** The engine tests with every text of the pack changed: a decision that reads a text is noticed. */
module.exports = {
	...shared,
	rootDir: '../..',
	roots: ['<rootDir>/test/engine'],
	// The answers of the service that are odd in some way take minutes, and decide nothing by a text.
	testPathIgnorePatterns: ['/oddAnswers'],
	globals: { textsAreChanged: true },
	setupFilesAfterEnv: ['<rootDir>/test/texts/changeTexts.ts', ...shared.setupFilesAfterEnv],
};
