// Load time and description sizes of the unpacked package. It finds the host's modules as in a real n8n: by NODE_PATH.
const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

const gates = {
	/** Time to load all nodes and credentials, in milliseconds. */
	loadMs: 20,
	/** Size of a node's description as sent to the editor, in kB of JSON. */
	descriptionKb: { digitalHumanAiCreate: 80 },
};

/** Fresh processes per measurement: odd, and enough for a median that a busy machine does not spoil. */
const loadRuns = 11;

function runInFreshProcess(script, folder, root) {
	const output = execFileSync(process.execPath, [join(__dirname, script), folder], {
		env: { ...process.env, NODE_PATH: join(root, 'node_modules'), NODE_ENV: 'production' },
		stdio: ['ignore', 'pipe', 'inherit'],
		maxBuffer: 1 << 26,
	});
	return JSON.parse(output.toString().trim().split('\n').at(-1));
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * Measures how long the package takes to load.
 * @param {string} folder the unpacked package
 * @param {string} root the project, whose node_modules stands for n8n's
 * @returns {{ packMs: number, totalMs: number, minMs: number, maxMs: number, runs: number }} medians in milliseconds, of
 *   the package alone and with the host's modules, and the package's fastest and slowest run
 */
function measureLoadTime(folder, root) {
	const runs = Array.from({ length: loadRuns }, () =>
		runInFreshProcess('loadTime.js', folder, root),
	);
	const pack = runs.map(({ packMs }) => packMs);
	return {
		packMs: median(pack),
		totalMs: median(runs.map(({ totalMs }) => totalMs)),
		minMs: Math.min(...pack),
		maxMs: Math.max(...pack),
		runs: loadRuns,
	};
}

/**
 * Lets n8n's loader describe the package.
 * @param {string} folder the unpacked package
 * @param {string} root the project
 * @returns {{ nodes: object[], credentials: object[] }} see describe.js
 */
const describePackage = (folder, root) => runInFreshProcess('describe.js', folder, root);

/**
 * Compares measurements with the gates.
 * @param {{ packMs: number }} load result of `measureLoadTime`
 * @param {{ name: string, bytes: number, hasCodex: boolean }[]} nodes the nodes of `describePackage`
 * @returns {string[]} gates that are not met
 */
function checkGates(load, nodes) {
	const tooLarge = Object.entries(gates.descriptionKb).flatMap(([name, limit]) => {
		const node = nodes.find((entry) => entry.name === name);
		if (node === undefined) return [`${name} is not in the package`];
		return node.bytes > limit * 1000
			? [`description of ${name}: ${node.bytes} bytes, more than ${limit} kB`]
			: [];
	});
	return [
		...(load.packMs > gates.loadMs
			? [`loading takes ${load.packMs.toFixed(1)} ms, more than ${gates.loadMs} ms`]
			: []),
		...tooLarge,
		...nodes
			.filter(({ hasCodex }) => !hasCodex)
			.map(({ name }) => `n8n found no codex for ${name}`),
	];
}

module.exports = { measureLoadTime, describePackage, checkGates, gates };
