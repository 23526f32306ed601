// What may and must be in the package. The checks get the tarball (see tarball.js) and what reads the text of a packed file.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { difference } = require('lodash');

/** Largest size of the packed package, in bytes. */
const maxPackedBytes = 350_000;

const required = [
	'LICENSE.md',
	'README.md',
	'package.json',
	'dist/known/credentials.json',
	'dist/known/nodes.json',
	'dist/types/credentials.json',
	'dist/types/nodes.json',
];
const allowed = [
	/^(LICENSE|README)\.md$/,
	/^package\.json$/,
	/^dist\/credentials\/.+\.js$/,
	/^dist\/nodes\/.+\.(js|json)$/,
	/^dist\/icons\/[^/]+\.svg$/,
	/^dist\/(known|types)\/(credentials|nodes)\.json$/,
];

/** The same finding about each of some names. */
const about = (names, finding) => names.map((name) => `${name} ${finding}`);

/** Checks the list of files and their sizes. @returns {string[]} what is missing, superfluous or too large */
function checkFileList({ paths, packedBytes }, read) {
	const foreign = paths.filter((path) => !allowed.some((rule) => rule.test(path)));
	const tests = paths.filter((path) => /(^|[./])(test|spec)[./]/i.test(path));
	const code = paths.filter((path) => path.endsWith('.js'));
	const mapped = code.filter((path) => read(path).includes('sourceMappingURL'));
	return [
		...about(difference(required, paths), 'is missing'),
		...about(foreign, 'does not belong in it'),
		...about(tests, 'looks like a test'),
		...about(mapped, 'refers to a source map'),
		...(packedBytes > maxPackedBytes
			? [`packed it has ${packedBytes} bytes, more than ${maxPackedBytes}`]
			: []),
	];
}

/** Checks that everything that package.json names for n8n is there. @returns {string[]} what is missing */
function checkRegistered({ paths }, read) {
	const { n8n } = JSON.parse(read('package.json'));
	const named = [...n8n.nodes, ...n8n.credentials];
	return about(difference(named, paths), 'is named in package.json but missing');
}

/**
 * Checks the icons that n8n would show for the loaded nodes and credentials.
 * @param {{ name: string, iconUrl: object }[]} types nodes and credentials, as n8n's generator has written them into the package
 * @returns {string[]} missing, unreadable or unminified icons
 */
function checkIcons({ paths }, types, read) {
	const { name: packName } = JSON.parse(read('package.json'));
	return types.flatMap(({ name, iconUrl = {} }) => {
		const icons = Object.values(iconUrl).map((url) => url.slice(`icons/${packName}/`.length));
		if (icons.length !== 2) return [`${name} has no light and dark icon`];
		return icons.flatMap((path) => {
			if (!paths.includes(path)) return [`${path}, icon of ${name}, is missing`];
			const text = read(path);
			if (!/^<svg [^]*<\/svg>$/.test(text)) return [`${path} is not a minified SVG`];
			return /<!--|<text|\n/.test(text) ? [`${path} has comments, text or line breaks`] : [];
		});
	});
}

/** Fields of package.json through which code of others would come with the package or be fetched for it. */
const codeOfOthers = [
	'dependencies',
	'optionalDependencies',
	'bundleDependencies',
	'bundledDependencies',
];

/** What npm would run on the user's machine. */
const installScripts = ['preinstall', 'install', 'postinstall'];

/** Written by n8n's generator from the nodes and credentials. */
const generated = /^dist\/(known|types)\//;

/** Where the source of a packed file is; JSON and pictures are their own source. */
const sourceOf = (path) => path.replace(/^dist\//, '').replace(/\.js$/, '.ts');

/**
 * Checks that the package is this project's own work under its own license: nothing but its license has to be passed on.
 * @param {(path: string) => boolean} inProject whether the project has a file
 * @returns {string[]} whatever is somebody else's, or may be
 */
function checkOwnWork({ paths }, read, inProject) {
	const built = paths.filter((path) => path.startsWith('dist/') && !generated.test(path));
	const { scripts = {}, ...manifest } = JSON.parse(read('package.json'));
	const isMit = manifest.license === 'MIT' && read('LICENSE.md').startsWith('MIT License');
	const packages = paths.filter((path) => path.split('/').includes('node_modules'));
	const withoutSource = built.filter((path) => !inProject(sourceOf(path)));
	const licensed = built.filter((path) => /@license|copyright|SPDX/i.test(read(path)));
	return [
		...about(packages, 'is another package'),
		...codeOfOthers
			.filter((field) => Object.keys(manifest[field] ?? {}).length > 0)
			.map((field) => `package.json has ${field}`),
		...installScripts
			.filter((name) => scripts[name] !== undefined)
			.map((name) => `package.json runs a script on ${name}`),
		...about(withoutSource, 'has no source in the project'),
		...about(licensed, 'carries a license of its own'),
		...(isMit ? [] : ['package.json or LICENSE.md does not name the MIT license']),
	];
}

/** Reader of one unpacked package's files. */
const readerOf = (folder) => (path) => readFileSync(join(folder, path), 'utf8');

module.exports = {
	checkFileList,
	checkRegistered,
	checkIcons,
	checkOwnWork,
	readerOf,
	maxPackedBytes,
};
