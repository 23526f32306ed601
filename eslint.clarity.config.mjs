// How plainly the code has to read, by ESLint's own rules. n8n checks that eslint.config.mjs stays as it is, so
// these rules have a configuration of their own: `npm run lint:clarity`, which is part of `npm run lint`.
// There are no exceptions.
import { config as official } from '@n8n/node-cli/eslint';

const parser = official.find(({ languageOptions }) => languageOptions?.parser)?.languageOptions
	.parser;

/** Words that a user reads, in code: two of them in a row. */
const sentence = '/[a-z0-9\'",)\\u2026] [a-z(\'"]/i';

/** The literals of such words anywhere below a node of the syntax tree. */
const wordsBelow = (selector) =>
	[`Literal[value=${sentence}]`, `TemplateElement[value.raw=${sentence}]`]
		.map((literal) => `${selector} ${literal}`)
		.join(', ');

/** Where texts stand. */
const texts = [
	{
		selector: wordsBelow('NewExpression[callee.name=/Error$/]'),
		message: 'The texts of errors stand in the catalogue of the layer, such as fieldMessages.ts.',
	},
	{
		selector: wordsBelow('CallExpression[callee.property.name=/^(addExecutionHints|warn)$/]'),
		message: 'Hints and warnings stand in the catalogue of the layer, such as fieldMessages.ts.',
	},
];

/** What an error is about is known without its words. Those of n8n alone are read, in nodes/shared/n8n, where it says no more. */
const decisions = [
	{
		selector:
			'CallExpression[callee.property.name=/^(startsWith|endsWith|includes|match|search|replace|replaceAll|split)$/][callee.object.property.name=/^(message|title|advice)$/]',
		message: 'No decision reads a message: use the code or the facts of the error.',
	},
	{
		selector:
			'CallExpression[callee.property.name=/^(test|exec)$/][arguments.0.property.name=/^(message|title|advice)$/]',
		message: 'No decision reads a message: use the code or the facts of the error.',
	},
];

const atTheEdge = [
	{
		selector:
			'NewExpression[callee.name=/^(NodeOperationError|NodeApiError|UserError|OperationalError|UnexpectedError)$/]',
		message:
			"n8n's errors are made where an error leaves the pack, in nodes/shared/output and credentials: throw a PackError.",
	},
];

/** What only nodes/shared/n8n does, since n8n does not promise it. */
const onlyThere = [
	{
		selector: 'CallExpression[callee.property.name=/^(getExecuteData|evaluateExpression)$/]',
		message: 'What n8n does not promise is a named function of nodes/shared/n8n.',
	},
	{
		selector:
			'AssignmentExpression[left.property.name=/^(onError|alwaysOutputData|retryOnFail|maxTries|disabled|parameters)$/]',
		message: "n8n's objects are only changed in nodes/shared/n8n.",
	},
	{
		selector:
			'AssignmentExpression[left.object.callee.property.name=/^(getContext|getNode|getInputData|getWorkflow)$/]',
		message: "n8n's objects are only changed in nodes/shared/n8n.",
	},
	{
		selector:
			'CallExpression[callee.property.name=/^(startsWith|endsWith|includes)$/] Literal[value=/^(digitalHuman[A-Z]|splitInBatches|n8n-nodes-base)/]',
		message: "Another node's type is only named in nodes/shared/n8n.",
	},
	{
		selector:
			':matches(Literal[value="splitInBatches"], Literal[regex.pattern=/digitalHuman|splitInBatches/])',
		message: "Another node's type is only named in nodes/shared/n8n.",
	},
];

const restricted = (...rules) => ({ 'no-restricted-syntax': ['error', ...rules.flat()] });

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
			// Prettier breaks the lines of code; texts and patterns stay in one piece.
			'max-len': ['error', { code: Infinity, comments: 120, tabWidth: 2, ignoreUrls: true }],
			...restricted(texts, decisions, atTheEdge, onlyThere),
		},
	},
	{
		files: ['nodes/shared/output/**/*.ts', 'credentials/**/*.ts'],
		rules: restricted(texts, decisions, onlyThere),
	},
	{ files: ['nodes/shared/n8n/**/*.ts'], rules: restricted(texts, atTheEdge) },
];
