// Sizes of the descriptions in the package.
/** Largest sizes of nodes' descriptions as sent to the editor, in kB of JSON. */
const limitsKb = { digitalHumanAiCreate: 95 };

/** Size of a node's description as sent to the editor, in bytes. */
const sizeOf = (node) => Buffer.byteLength(JSON.stringify(node));

/** Compares the descriptions of the nodes, as n8n's generator has written them, with these limits. @returns {string[]} those not met */
function checkSizes(nodes) {
	const tooLarge = Object.entries(limitsKb).flatMap(([name, limit]) => {
		const node = nodes.find((entry) => entry.name === name);
		if (node === undefined) return [`${name} is not in the package`];
		return sizeOf(node) > limit * 1000
			? [`description of ${name}: ${sizeOf(node)} bytes, more than ${limit} kB`]
			: [];
	});
	const without = nodes.filter(({ codex }) => codex === undefined);
	return [...tooLarge, ...without.map(({ name }) => `n8n found no codex for ${name}`)];
}

module.exports = { checkSizes, limitsKb, sizeOf };
