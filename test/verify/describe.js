// Runs in a fresh process: lets n8n's own loader load the package named on the command line and prints as JSON how long
// that took and what n8n would send to the editor. n8n itself is loaded before, so that only the package's share counts.
const processStarted = performance.now();
const { PackageDirectoryLoader } = require('n8n-core');

const [folder] = process.argv.slice(2);

const iconsOf = ({ iconUrl }, packageName) =>
	Object.values(iconUrl ?? {}).map((url) => url.slice(`icons/${packageName}/`.length));

(async () => {
	const loader = new PackageDirectoryLoader(folder);
	const started = performance.now();
	await loader.loadAll();
	const loaded = performance.now();

	const describe = (type) => ({
		name: type.name,
		bytes: Buffer.byteLength(JSON.stringify(type)),
		hasCodex: type.codex !== undefined,
		icons: iconsOf(type, loader.packageName),
	});
	console.log(
		JSON.stringify({
			packMs: loaded - started,
			totalMs: loaded - processStarted,
			nodes: loader.types.nodes.map(describe),
			credentials: loader.types.credentials.map(describe),
		}),
	);
})();
