// What the packed code loads. Modules other than its own must come with every n8n: a module that n8n happens to have
// somewhere in its tree makes the pack fail to load on the next machine.
const { readFileSync, statSync } = require('node:fs');
const { dirname, join } = require('node:path');
const ts = require('typescript');

const allowedModules = [
	/^n8n-workflow$/,
	/^zod$/,
	/^lodash(\/\w+)?$/,
	/^luxon$/,
	/^(node:)?crypto$/,
];

/**
 * Names given to `require` and `import()` in one JavaScript file.
 * @param {string} text source text
 * @returns {(string | undefined)[]} in order of appearance; `undefined` for a computed name
 */
function requiredNames(text) {
	const names = [];
	const isLoad = ({ expression }) =>
		expression.kind === ts.SyntaxKind.ImportKeyword ||
		(ts.isIdentifier(expression) && expression.text === 'require');
	const visit = (node) => {
		if (ts.isCallExpression(node) && isLoad(node)) {
			const [name] = node.arguments;
			names.push(name && ts.isStringLiteralLike(name) ? name.text : undefined);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('packed.js', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS));
	return names;
}

/** Whether a relative name leads to a file of the package. */
function resolves(folder, from, name) {
	const target = join(folder, dirname(from), name);
	return [target, `${target}.js`, `${target}.json`, join(target, 'index.js')].some(
		(path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
	);
}

/**
 * Checks every `require` of a package.
 * @param {string} folder the unpacked package
 * @param {string[]} paths its JavaScript files, relative to `folder`
 * @returns {{ modules: string[], relative: number, findings: string[] }} modules of the host, number of own files loaded
 *   by name, and what is not allowed
 */
function checkRequires(folder, paths) {
	const modules = new Set();
	const findings = [];
	let relative = 0;
	for (const path of paths) {
		for (const name of requiredNames(readFileSync(join(folder, path), 'utf8'))) {
			if (name === undefined) {
				findings.push(`${path}: loads a module by a computed name`);
			} else if (name.startsWith('./') || name.startsWith('../')) {
				relative++;
				if (!resolves(folder, path, name))
					findings.push(`${path}: '${name}' is not in the package`);
			} else {
				modules.add(name);
				if (!allowedModules.some((rule) => rule.test(name)))
					findings.push(`${path}: '${name}' may not be loaded`);
			}
		}
	}
	return { modules: [...modules].sort(), relative, findings };
}

module.exports = { checkRequires, requiredNames };
