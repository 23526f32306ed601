// Runs in a fresh process: lets n8n's own loader load the package named on the command line and prints as JSON how long
// that took, how long the code of all nodes takes when they are first used, and what n8n would send to the editor. n8n
// itself is loaded before, so that only the package's share counts.
const processStarted = performance.now();
const { LazyPackageDirectoryLoader } = require('n8n-core');

const [folder] = process.argv.slice(2);

const iconsOf = ({ iconUrl }, packageName) =>
	Object.values(iconUrl ?? {}).map((url) => url.slice(`icons/${packageName}/`.length));

(async () => {
	const loader = new LazyPackageDirectoryLoader(folder);
	const started = performance.now();
	await loader.loadAll();
	const loaded = performance.now();
	// A copy, because the loader adds to these lists what it loads.
	const { nodes, credentials } = structuredClone(loader.types);
	const using = performance.now();
	for (const name of Object.keys(loader.known.nodes)) loader.getNode(name);
	for (const name of Object.keys(loader.known.credentials)) loader.getCredential(name);
	const used = performance.now();

	const describe = (type) => ({
		name: type.name,
		bytes: Buffer.byteLength(JSON.stringify(type)),
		hasCodex: type.codex !== undefined,
		icons: iconsOf(type, loader.packageName),
	});
	console.log(
		JSON.stringify({
			packMs: loaded - started,
			firstUseMs: used - using,
			totalMs: loaded - processStarted,
			nodes: nodes.map(describe),
			credentials: credentials.map(describe),
		}),
	);
})();
