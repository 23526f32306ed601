// Runs in a fresh process: lets n8n's own loader load the package named on the command line and prints as JSON how long
// that took, and how long the code of all nodes takes when they are first used. n8n itself is loaded before, so that only the
// package's share counts.
const { LazyPackageDirectoryLoader } = require('n8n-core');

const [folder] = process.argv.slice(2);

(async () => {
	const loader = new LazyPackageDirectoryLoader(folder);
	const started = performance.now();
	await loader.loadAll();
	const loaded = performance.now();
	for (const name of Object.keys(loader.known.nodes)) loader.getNode(name);
	for (const name of Object.keys(loader.known.credentials)) loader.getCredential(name);
	const firstUseMs = performance.now() - loaded;
	console.log(JSON.stringify({ packMs: loaded - started, firstUseMs }));
})();
