// The size budget: what the project has of everything, against what it may have (`budget.json`), which only goes down.
const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { mapValues, mergeWith } = require('lodash');
const ts = require('typescript');

/**
 * Figures by name, such as `{ 'nodes/LipSync': { lines: 190, files: 4, exports: 9 } }`.
 * @typedef {Record<string, Record<string, number>>} Sizes
 */

/** The formatter's width: only texts and comments are wider. A tab counts as two columns. */
const maxColumns = 100;

const linesIn = (text) => text.split('\n').length - 1;
const wideLinesIn = (text) =>
	text.split('\n').filter((line) => line.replace(/\t/g, '  ').length > maxColumns).length;

/** Words of a document that people write: without what commands write, and of a changelog only the newest version. */
function wordsIn(path, text) {
	const [own] = (path === 'CHANGELOG.md' ? text.split(/^(?=## )/m).slice(1) : []).concat(text);
	const written = own.replace(/<!-- ([\w ]+): written by [^]*?<!-- \/\1 -->/g, '');
	return written.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
}

/** How many names a module exports, each once; `export *` counts as one. */
function exportsIn(text) {
	const namesIn = (name) =>
		name?.elements?.flatMap((element) => namesIn(element.name)) ?? (name ? [name.text] : []);
	const namesOf = (statement) => {
		if (ts.isExportAssignment(statement)) return ['default'];
		if (ts.isExportDeclaration(statement)) {
			const names = statement.exportClause;
			return names ? namesIn(names.name ?? names) : [statement.getText()];
		}
		const modifiers = statement.modifiers?.map(({ kind }) => kind) ?? [];
		if (!modifiers.includes(ts.SyntaxKind.ExportKeyword)) return [];
		if (modifiers.includes(ts.SyntaxKind.DefaultKeyword)) return ['default'];
		const declared = statement.declarationList?.declarations ?? [statement];
		return declared.flatMap(({ name }) => namesIn(name));
	};
	const module = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
	return new Set(module.statements.flatMap(namesOf)).size;
}

/** What counts for what, by the path of a file. Rooms are folders: one of a node, or one in `nodes/shared`. */
function placesOf(path, text) {
	if (
		/^([^/]+|docs\/(developers\/)?[^/]+|[^/]+\/README)\.md$/.test(path) &&
		path !== 'LICENSE.md'
	) {
		return [[path, { words: wordsIn(path, text) }]];
	}
	if (/^(nodes|credentials)\/.*\.ts$/.test(path)) {
		const folders = dirname(path).split('/');
		const sizes = { lines: linesIn(text), files: 1, exports: exportsIn(text) };
		return [
			[folders.slice(0, folders[1] === 'shared' ? 3 : 2).join('/'), sizes],
			['nodes + credentials', { ...sizes, 'wide lines': wideLinesIn(text) }],
		];
	}
	const [, top] = /^(test|tools|demo-service)\/.*\.(?:[cm]?js|ts)$/.exec(path) ?? [];
	if (!top) return [];
	return [[top === 'test' ? 'test' : 'tools + demo-service', { lines: linesIn(text) }]];
}

/**
 * The sizes of some files.
 * @param {Array<{ path: string, text: string }>} files paths below the project, with `/`
 * @returns {Sizes}
 */
function sizesOf(files) {
	const all = {};
	for (const [name, sizes] of files.flatMap(({ path, text }) => placesOf(path, text))) {
		all[name] ??= {};
		mergeWith(all[name], sizes, (sum = 0, size) => sum + size);
	}
	return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The files of the project as they are on the disk, new ones too, without those that git ignores. */
function filesOf(root) {
	const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const paths = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0');
	return [...new Set(paths)]
		.filter((path) => /\.(md|ts|[cm]?js)$/.test(path) && existsSync(join(root, path)))
		.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** One row for each figure. */
const rowsOf = (sizes) =>
	Object.entries(sizes).flatMap(([name, units]) =>
		Object.entries(units).map(([unit, size]) => ({ name, unit, size })),
	);

/**
 * What is above its budget, has none, or is not there any more.
 * @param {Sizes} now
 * @param {Sizes} budget
 * @returns {string[]}
 */
function overBudget(now, budget) {
	const found = rowsOf(now).flatMap(({ name, unit, size }) => {
		const most = budget[name]?.[unit];
		if (most === undefined) return [`${name} has no budget of ${unit}; it has ${size}`];
		return size > most ? [`${name} has ${size} ${unit}, and may have ${most}`] : [];
	});
	const gone = rowsOf(budget).filter(({ name, unit }) => now[name]?.[unit] === undefined);
	return [...found, ...gone.map(({ name, unit }) => `${name} has a budget, and no ${unit}`)];
}

/** Figures by name and unit, each changed. */
const mapSizes = (sizes, change) =>
	mapValues(sizes, (units, name) => mapValues(units, (size, unit) => change(size, name, unit)));

/** The budget with the figures of today where they are lower; @type {(now: Sizes, budget: Sizes) => Sizes} */
const lowered = (now, budget) =>
	mapSizes(budget, (most, name, unit) => Math.min(most, now[name]?.[unit] ?? most));

/** The budget with what has none yet and without what is gone; nothing else changes. @type {typeof lowered} */
const renamed = (now, budget) => mapSizes(now, (size, name, unit) => budget[name]?.[unit] ?? size);

/**
 * A table of text with a cell for each figure: what there is / what there may be / the goal, where there is one.
 * @param {Sizes} now
 * @param {{ budget: Sizes, goal: Sizes }} data
 */
function tableOf(now, { budget, goal }) {
	const units = ['lines', 'files', 'exports', 'wide lines', 'words'];
	const cell = (name, unit) =>
		[now, budget, goal]
			.flatMap((sizes) => sizes[name]?.[unit]?.toLocaleString('en-US') ?? [])
			.join(' / ');
	const rows = Object.keys(now).map((name) => [name, ...units.map((unit) => cell(name, unit))]);
	const aligned = (text, at) => text.padEnd(at < 2 ? 26 : 17);
	return [['now / budget / goal', ...units], ...rows]
		.map((row) => row.map(aligned).join('').trimEnd())
		.join('\n');
}

module.exports = { filesOf, lowered, overBudget, renamed, sizesOf, tableOf };
