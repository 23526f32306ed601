// A replica of the lint that n8n runs on a package submitted for verification, without its downloads: the same rule
// sets, and inline `eslint-disable` comments are ignored. n8n fails on errors only; here a warning counts too.
const { createRequire } = require('node:module');
const { ESLint } = require('eslint');

/** The plugins that belong to the official command line tool, in the versions it uses. */
const ofNodeCli = createRequire(require.resolve('@n8n/node-cli/eslint'));
const { n8nCommunityNodesPlugin } = ofNodeCli('@n8n/eslint-plugin-community-nodes');
const nodesBase = ofNodeCli('eslint-plugin-n8n-nodes-base');
const { parser } = ofNodeCli('typescript-eslint');

/** Rules that n8n leaves out because its newer plugin has better ones. */
const leftOut = [
	'cred-class-field-documentation-url-miscased',
	'cred-class-field-type-options-password-missing',
	'node-class-description-inputs-wrong-regular-node',
	'node-class-description-outputs-wrong',
	'node-param-type-options-max-value-present',
];

const baseRules = (set) => ({
	...nodesBase.configs[set].rules,
	...Object.fromEntries(leftOut.map((rule) => [`n8n-nodes-base/${rule}`, 'off'])),
});

const config = [
	n8nCommunityNodesPlugin.configs.recommended,
	{ plugins: { 'n8n-nodes-base': nodesBase }, rules: { 'no-console': 'error' } },
	{ files: ['package.json'], rules: baseRules('community') },
	{ files: ['**/credentials/**/*.ts'], rules: baseRules('credentials') },
	{ files: ['**/nodes/**/*.ts'], rules: baseRules('nodes') },
	{ files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
];

/** What n8n lints of the repository, and of the package made from it. */
const sourceFiles = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
const packageFiles = ['package.json', '**/*.js'];

/**
 * Lints the files of one folder by n8n's rules.
 * @param {string} cwd folder of the package's source or of the unpacked package
 * @param {string[]} patterns files to lint, relative to `cwd`
 * @returns {Promise<{ files: number, findings: string[] }>} every error and warning as `file:line:column rule message`
 */
async function scan(cwd, patterns) {
	const eslint = new ESLint({
		cwd,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: config,
	});
	const results = await eslint.lintFiles(patterns);
	const findings = results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ line, column, ruleId, message, severity }) =>
				`${filePath.slice(cwd.length + 1)}:${line}:${column} ${severity === 2 ? 'error' : 'warning'} ${ruleId ?? ''} ${message}`,
		),
	);
	return { files: results.length, findings };
}

module.exports = { scan, sourceFiles, packageFiles };
