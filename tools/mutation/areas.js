// What is mutated, by folders of nodes/shared, and the tests that are to notice it. Only those that run the code of the
// folder most directly: each test file that is loaded costs a second for each mutant.

/**
 * @typedef {object} Area
 * @property {string[]} unit beginnings of paths in test, of the tests that run its code most directly
 * @property {string[]} engine the same in test/engine, for what those do not notice
 */

/** @type {Record<string, Area>} */
const areas = {
	util: {
		unit: ['unit/util', 'unit/repeating', 'unit/upload', 'fuzz/input'],
		engine: ['neverTwice', 'credential'],
	},
	service: {
		unit: ['unit/service'],
		engine: ['neverTwice', 'credential', 'library', 'retry', 'oddValues'],
	},
	tasks: {
		unit: ['unit/tasks', 'unit/waiting'],
		engine: ['getTask', 'taskWatchRules', 'pauseAndLoop', 'library', 'taskPollTrigger'],
	},
	files: { unit: ['unit/fileNames', 'unit/upload', 'unit/webFiles'], engine: ['files', 'library'] },
	fields: { unit: ['unit/fields'], engine: ['library', 'inputFields', 'oddValues'] },
	run: {
		unit: ['unit/run', 'unit/callbacks', 'unit/waiting', 'fuzz/input'],
		engine: ['pause', 'callbackRules', 'taskTrigger', 'neverTwice', 'lipSync'],
	},
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
