// Load time and description sizes of the unpacked package, as n8n's own loader sees it.
const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/** What loading all nodes and credentials should take at most, in milliseconds; shown only, since machines are noisy. */
const loadGoalMs = 20;

const gates = {
	/** Size of a node's description as sent to the editor, in kB of JSON. */
	descriptionKb: { digitalHumanAiCreate: 95 },
};

/** Fresh processes to measure in: odd, and enough for a median that a busy machine does not spoil. */
const runs = 11;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** One load in a fresh process, which finds n8n's modules as in a real n8n: by NODE_PATH. */
function loadOnce(folder, root) {
	const output = execFileSync(process.execPath, [join(__dirname, 'describe.js'), folder], {
		env: { ...process.env, NODE_PATH: join(root, 'node_modules'), NODE_ENV: 'production' },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	return JSON.parse(output.toString().trim().split('\n').at(-1));
}

/**
 * Loads the package several times.
 * @param {string} folder the unpacked package
 * @param {string} root the project, whose node_modules stands for n8n's
 * @returns {object} medians in milliseconds (`packMs`: the package's own share at n8n's start, `firstUseMs`: the code of all
 *   nodes when they are first used)
 */
function measure(folder, root) {
	const results = Array.from({ length: runs }, () => loadOnce(folder, root));
	return {
		packMs: median(results.map(({ packMs }) => packMs)),
		firstUseMs: median(results.map(({ firstUseMs }) => firstUseMs)),
	};
}

/** Size of a node's description as sent to the editor, in bytes. */
const sizeOf = (node) => Buffer.byteLength(JSON.stringify(node));

/**
 * Compares the descriptions of the nodes with the gates.
 * @param {object[]} nodes as n8n's generator has written them into the package
 * @returns {string[]} gates that are not met
 */
function checkGates(nodes) {
	const tooLarge = Object.entries(gates.descriptionKb).flatMap(([name, limit]) => {
		const node = nodes.find((entry) => entry.name === name);
		if (node === undefined) return [`${name} is not in the package`];
		return sizeOf(node) > limit * 1000
			? [`description of ${name}: ${sizeOf(node)} bytes, more than ${limit} kB`]
			: [];
	});
	const without = nodes.filter(({ codex }) => codex === undefined);
	return [...tooLarge, ...without.map(({ name }) => `n8n found no codex for ${name}`)];
}

module.exports = { measure, checkGates, gates, loadGoalMs, sizeOf };
