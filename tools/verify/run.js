// `npm run verify`: everything that n8n's verification reads, on the source and on the packed package, the size
// budget, and the measurements that the project promises. Needs a build, no network. `--tarball <file>`
// verifies what was packed before.
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
const { filesOf: projectFiles, overBudget, sizesOf, tableOf } = require('../budget/budget');
const budgetData = require('../budget/budget.json');
const { checkGates, gates, loadGoalMs, measure, sizeOf } = require('./measure');
const { checkOldest, oldestWorkflow } = require('./oldest');
const { packageFiles, scan, sourceFiles } = require('./scan');
const { filesOf, packAndUnpack } = require('./tarball');

const root = join(__dirname, '..', '..');
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const ms = (time) => `${time.toFixed(1)} ms`;

/** Why there is no build to verify, or nothing. */
function missingBuild() {
	if (!existsSync(join(root, 'dist', 'nodes'))) return 'There is no build';
	const newest = (folder) =>
		Math.max(
			...filesOf(join(root, folder)).map(({ path }) => statSync(join(root, folder, path)).mtimeMs),
		);
	const built = newest('dist');
	return ['nodes', 'credentials', 'icons'].some((folder) => newest(folder) > built)
		? 'The build is older than the source'
		: undefined;
}

/** One section of the report: a title, a line of facts and what was found wrong. */
const section = (title, facts, findings, data = {}) => ({ title, facts, findings, ...data });

async function verify(packed) {
	const tarball = packAndUnpack(root, packed);
	try {
		const { folder, files, packedBytes } = tarball;
		const read = readerOf(folder);

		const source = await scan(root, sourceFiles);
		const packed = await scan(folder, packageFiles);
		const oldest = checkOldest(root);
		const registered = checkRegistered(tarball, read);
		const sizes = sizesOf(projectFiles(root));
		const sections = [
			section(
				'Size budget',
				`${sizes['nodes + credentials'].lines} lines of nodes and credentials`,
				overBudget(sizes, budgetData.budget),
				{ table: tableOf(sizes, budgetData) },
			),
			section('Scan of the source', `${source.files} files`, source.findings),
			section('Scan of the package', `${packed.files} files`, packed.findings),
			section(
				'Oldest n8n',
				`${oldest.files} files with the types of n8n-workflow ${oldestWorkflow}`,
				oldest.findings,
			),
			section(
				'Contents',
				`${files.length} files, packed ${kb(packedBytes)} (limit ${kb(maxPackedBytes)})`,
				checkFileList(tarball, read),
			),
			section(
				'Own work',
				'no code of others, no dependencies, no install scripts, one license',
				checkOwnWork(tarball, read, (path) => existsSync(join(root, path))),
			),
			section('Registered in package.json', 'nodes and credentials', registered),
		];
		if (registered.length > 0) {
			return [...sections, section('Measurements', 'none', ['The package does not load as it is'])];
		}

		const load = measure(folder, root);
		const [nodes, credentials] = ['nodes', 'credentials'].map((kind) =>
			JSON.parse(read(`dist/types/${kind}.json`)),
		);
		return [
			...sections,
			section('Icons', 'light and dark', checkIcons(tarball, [...nodes, ...credentials], read)),
			section(
				'Measurements',
				`loading ${ms(load.packMs)} (goal ${loadGoalMs} ms; median of ${load.runs} fresh processes, ${ms(load.minMs)} to ${ms(load.maxMs)}; with n8n itself ${ms(load.totalMs)}); code of all nodes at first use ${ms(load.firstUseMs)}`,
				checkGates(nodes),
				{ descriptions: nodes },
			),
		];
	} finally {
		tarball.remove();
	}
}

function print(sections) {
	for (const { title, facts, findings, descriptions = [], table } of sections) {
		console.log(`${findings.length === 0 ? 'ok  ' : 'FAIL'}  ${title}: ${facts}`);
		if (table) console.log(table.replace(/^/gm, '        '));
		for (const node of descriptions) {
			const limit = gates.descriptionKb[node.name];
			const size = `${kb(sizeOf(node))}${limit ? ` (limit ${limit} kB)` : ''}`;
			console.log(`        description of ${node.name}: ${size}`);
		}
		for (const finding of findings) console.log(`        ${finding}`);
	}
}

(async () => {
	const { values } = parseArgs({ options: { tarball: { type: 'string' } } });
	const reason = missingBuild();
	if (reason) throw new Error(`${reason}: run "npm run build" first.`);
	const sections = await verify(values.tarball);
	const passed = sections.every(({ findings }) => findings.length === 0);
	print(sections);
	process.exitCode = passed ? 0 : 1;
})().catch((error) => {
	console.error(error.message);
	process.exitCode = 1;
});
