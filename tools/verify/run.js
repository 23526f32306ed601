// `npm run verify`: everything that n8n's verification reads, on the source and on the packed package, and
// the sizes that the project promises. Needs a build, no network. `--tarball <file>` verifies what was packed
// before.
require('../setup');
const { existsSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const {
	checkFileList,
	checkIcons,
	checkOwnWork,
	checkRegistered,
	maxPackedBytes,
	readerOf,
} = require('./contents');
const { checkSizes, limitsKb, sizeOf } = require('./measure');
const { checkOldest, oldestWorkflow } = require('./oldest');
const { packageFiles, scan, sourceFiles } = require('./scan');
const { withPackage } = require('./tarball');
const { filesBelow } = require('../n8n/processes');

const root = join(__dirname, '..', '..');
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** Why there is no build to verify, or nothing. */
function missingBuild() {
	if (!existsSync(join(root, 'dist', 'nodes'))) return 'There is no build';
	const newest = (folder) =>
		Math.max(...filesBelow(join(root, folder)).map((path) => statSync(path).mtimeMs));
	const built = newest('dist');
	return ['nodes', 'credentials', 'icons'].some((folder) => newest(folder) > built)
		? 'The build is older than the source'
		: undefined;
}

/** Prints one section of the report: a line of facts, more of them, and what was found wrong. */
function report(title, facts, findings, more = []) {
	console.log(`${findings.length === 0 ? 'ok  ' : 'FAIL'}  ${title}: ${facts}`);
	for (const line of [...more, ...findings]) console.log(`        ${line}`);
	if (findings.length > 0) process.exitCode = 1;
}

async function verifySource() {
	const source = await scan(root, sourceFiles);
	report('Scan of the source', `${source.files} files`, source.findings);
	const oldest = checkOldest(root);
	const types = `with the types of n8n-workflow ${oldestWorkflow}`;
	report('Oldest n8n', `${oldest.files} files ${types}`, oldest.findings);
}

async function verifyPackage(tarball) {
	const { folder, paths, packedBytes } = tarball;
	const read = readerOf(folder);
	const scanned = await scan(folder, packageFiles);
	report('Scan of the package', `${scanned.files} files`, scanned.findings);
	const size = `packed ${kb(packedBytes)} (limit ${kb(maxPackedBytes)})`;
	report('Contents', `${paths.length} files, ${size}`, checkFileList(tarball, read));
	const foreign = checkOwnWork(tarball, read, (path) => existsSync(join(root, path)));
	report(
		'Own work',
		'no code of others, no dependencies, no install scripts, one license',
		foreign,
	);
	const missing = checkRegistered(tarball, read);
	report('Registered in package.json', 'nodes and credentials', missing);
	if (missing.length > 0) return;
	const [nodes, credentials] = ['nodes', 'credentials'].map((kind) =>
		JSON.parse(read(`dist/types/${kind}.json`)),
	);
	report('Icons', 'light and dark', checkIcons(tarball, [...nodes, ...credentials], read));
	report('Descriptions', `${nodes.length} nodes`, checkSizes(nodes), nodes.map(described));
}

function described(node) {
	const limit = limitsKb[node.name];
	return `description of ${node.name}: ${kb(sizeOf(node))}${limit ? ` (limit ${limit} kB)` : ''}`;
}

(async () => {
	const { values } = parseArgs({ options: { tarball: { type: 'string' } } });
	const reason = missingBuild();
	if (reason) throw new Error(`${reason}: run "npm run build" first.`);
	await verifySource();
	await withPackage(values.tarball, verifyPackage);
})().catch((error) => {
	console.error(error.message);
	process.exitCode = 1;
});
