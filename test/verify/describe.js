// Runs in a fresh process: lets n8n's own loader load the package named on the command line and prints what n8n would
// send to the editor: size of each description and the icons' paths within the package.
const { PackageDirectoryLoader } = require('n8n-core');

const [folder] = process.argv.slice(2);

const iconsOf = ({ iconUrl }, packageName) =>
	Object.values(iconUrl ?? {}).map((url) => url.slice(`icons/${packageName}/`.length));

(async () => {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	const describe = (type) => ({
		name: type.name,
		displayName: type.displayName,
		bytes: Buffer.byteLength(JSON.stringify(type)),
		hasCodex: type.codex !== undefined,
		icons: iconsOf(type, loader.packageName),
	});
	console.log(
		JSON.stringify({
			nodes: loader.types.nodes.map(describe),
			credentials: loader.types.credentials.map(describe),
		}),
	);
})();
