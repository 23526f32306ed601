// Compiles the nodes against the types of the oldest n8n that is supported, so that what newer ones have is used only
// where nodes/shared/n8n/capabilities.ts guards it.
const { join, relative } = require('node:path');
const ts = require('typescript');

const config = join(__dirname, 'tsconfig.oldest.json');

/** The version of n8n-workflow whose types are meant. */
const oldestWorkflow = require('n8n-workflow-oldest/package.json').version;

/**
 * @param {string} root folder that the findings are relative to
 * @param {string[]} [files] instead of all nodes and credentials
 * @returns {{ files: number, findings: string[] }} what the oldest n8n does not have
 */
function checkOldest(root, files) {
	const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
	const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(config, {}, host);
	const program = ts.createProgram(files ?? fileNames, options);
	const findings = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
		const text = ts.flattenDiagnosticMessageText(messageText, ' ');
		if (!file) return text;
		const { line } = file.getLineAndCharacterOfPosition(start);
		return `${relative(root, file.fileName)}:${line + 1}: ${text}`;
	});
	return { files: (files ?? fileNames).length, findings };
}

module.exports = { checkOldest, oldestWorkflow };
