// How a test file loads modules: packages as any program does, once for all files of a worker; all else by jest, anew for each file.
const { isBuiltin } = require('node:module');
const { dirname, isAbsolute } = require('node:path');
const { default: Runtime } = require('jest-runtime');

/** The file of a package; undefined for a module of this tree. */
function packageFile(from, name) {
	if (name === undefined || name.startsWith('.') || isBuiltin(name)) return undefined;
	const file = isAbsolute(name) ? name : require.resolve(name, { paths: [dirname(from)] });
	return /[\\/]node_modules[\\/]/.test(file) ? file : undefined;
}

module.exports = class extends Runtime {
	requireModule(from, name, options, isActual) {
		const file = options?.isInternalModule ? undefined : packageFile(from, name);
		return file === undefined ? super.requireModule(from, name, options, isActual) : require(file);
	}
};
