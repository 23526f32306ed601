const { groupBy } = require('lodash');
const { readFileSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');

/**
 * One small change of a source file, and whether a test noticed it.
 * @typedef {object} Mutant
 * @property {string} key tells mutants apart
 * @property {string} file
 * @property {{ line: number, column: number }} start counted from 1
 * @property {{ line: number, column: number }} end
 * @property {string} from the code that is replaced, in one line
 * @property {string} to what replaces it
 * @property {boolean} caught
 */

/** Share of the mutants of each file that the tests notice. */
const GOAL = 0.95;

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** The code between two places of a file. */
function between(source, start, end) {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	const last = lines.length - 1;
	lines[last] = lines[last].slice(0, end.column - 1);
	lines[0] = lines[0].slice(start.column - 1);
	return oneLine(lines.join(' '));
}

/**
 * The mutants among the results of StrykerJS, without those that do not count.
 * @param {Array<import('@stryker-mutator/api/core').MutantResult>} results
 * @param {string} root
 * @returns {Mutant[]}
 */
function read(results, root) {
	return results
		.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
		.map(({ fileName, location: { start, end }, replacement = '', status }) => {
			const file = relative(root, resolve(root, fileName)).replaceAll('\\', '/');
			const from = between(readFileSync(join(root, file), 'utf8'), start, end);
			const to = oneLine(replacement);
			const key = [file, start.line, start.column, end.line, end.column, to].join(' ');
			return { key, file, start, end, from, to, caught: ['Killed', 'Timeout'].includes(status) };
		});
}

/** The place of a mutant, as StrykerJS takes it: columns from 0. */
const placeOf = ({ file, start, end }) =>
	`${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;

/**
 * One line per file with its share of caught mutants, and under it the others.
 * @param {Mutant[]} mutants
 * @returns {{ lines: string[], below: string[] }} `below`: the files that miss the goal
 */
function summary(mutants) {
	const lines = [];
	const below = [];
	for (const [file, all] of Object.entries(groupBy(mutants, 'file'))) {
		const lived = all.filter(({ caught }) => !caught);
		const share = 1 - lived.length / all.length;
		if (share < GOAL) below.push(file);
		lines.push(
			`${(share * 100).toFixed(1).padStart(5)} %  ${all.length - lived.length} of ${all.length}  ${file}`,
			...lived.map(({ start, from, to }) => `          line ${start.line}: ${from}  →  ${to}`),
		);
	}
	const caught = mutants.filter((mutant) => mutant.caught).length;
	lines.push(
		`${mutants.length} mutants, ${caught} caught; ${below.length} files below ${GOAL * 100} %`,
	);
	return { lines, below };
}

module.exports = { placeOf, read, summary };
