// How plainly the code has to read, by ESLint's own rules. n8n checks that eslint.config.mjs stays as it is, so
// these rules have a configuration of their own: `npm run lint:clarity`, which is part of `npm run lint`.
//
// What breaks a rule today is listed, by file and rule, in tools/clarity.json, which only gets shorter: ESLint fails for
// what is not in it, and for an entry that is no longer needed. `npm run lint:clarity -- --prune-suppressions` removes
// such entries.
import { config as official } from '@n8n/node-cli/eslint';

const parser = official.find(({ languageOptions }) => languageOptions?.parser)?.languageOptions
	.parser;

export default [
	{
		files: ['{nodes,credentials}/**/*.ts'],
		languageOptions: { parser },
		// The official configuration knows the rules that these comments are about.
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		rules: {
			complexity: ['error', 12],
			'max-depth': ['error', 3],
			'max-params': ['error', 4],
			'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
			'no-nested-ternary': 'error',
		},
	},
];
