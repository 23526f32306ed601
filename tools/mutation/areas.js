// What is mutated, by folders of nodes/shared, and the tests that are to notice it. Only those that run the code of the
// folder most directly: each test file that is loaded costs a second for each mutant.

/**
 * @typedef {object} Area
 * @property {string[]} unit folders of test/unit
 * @property {string[]} engine beginnings of names in test/engine, for what the unit tests do not notice
 */

/** @type {Record<string, Area>} */
const areas = {
	util: { unit: ['util'], engine: ['neverTwice', 'whatLeaves'] },
	service: {
		unit: ['service'],
		engine: ['neverTwice', 'whatLeaves', 'library', 'lookups', 'oddValues'],
	},
	tasks: { unit: ['tasks'], engine: ['getTask', 'pauseAndLoop', 'lookups', 'taskPollTrigger'] },
	files: { unit: ['files'], engine: ['files', 'library'] },
	lookups: { unit: ['lookups'], engine: ['lookups'] },
	callbacks: { unit: ['callbacks'], engine: ['taskTrigger', 'pause', 'callbackUrl'] },
	run: { unit: ['run'], engine: ['pause', 'neverTwice', 'lipSync'] },
};

/**
 * @param {string} path of a source file or folder
 * @returns {string} the name of its area
 */
function areaOf(path) {
	const name = /^nodes\/shared\/([^/]+)/.exec(path)?.[1] ?? '';
	if (areas[name]) return name;
	throw new Error(`${path} is not in nodes/shared/{${Object.keys(areas).join(',')}}`);
}

module.exports = { areaOf, areas };
