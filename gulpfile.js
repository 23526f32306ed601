// Finishes what `n8n-node build` leaves in dist, so that the package carries only what n8n reads: minified icons, compact
// code and JSON, none of the images and files that the build copies from all over the tree, and the descriptions of all
// nodes as JSON, from which n8n starts without running the nodes' code.
const { execFile } = require('node:child_process');
const { promisify } = require('node:util');
const { readdirSync, rmSync } = require('node:fs');
const { dirname, extname, join } = require('node:path');
const { Transform } = require('node:stream');
const { minifySync } = require('@swc/core');
const { dest, parallel, series, src, watch } = require('gulp');

const icons = 'icons/**/*.svg';
const json = 'dist/nodes/**/*.json';
const shippedFolders = new Set(['credentials', 'icons', 'nodes']);
const shippedTypes = new Set(['.js', '.json', '.svg']);

/** A stream that rewrites the text of every file. */
function rewrite(change) {
	return new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			try {
				file.contents = Buffer.from(change(file.contents.toString('utf8')));
				done(null, file);
			} catch (error) {
				done(new Error(`${file.relative}: ${error.message}`, { cause: error }));
			}
		},
	});
}

/** The same picture without prologue, comments, metadata and the white space between tags. */
function minifySvg(text) {
	return text
		.replace(/<\?xml[^]*?\?>|<!DOCTYPE[^>]*>|<!--[^]*?-->|<metadata[^]*?<\/metadata>/gi, '')
		.replace(/\s+/g, ' ')
		.replace(/ ?(\/?>) ?/g, '$1')
		.replace(/ </g, '<')
		.trim();
}

/**
 * The compiled code without the white space between its parts, and with short names of variables within functions. The
 * statements stay as they are, and so do the names of functions and classes, by which the trace of an error is read.
 */
function compactCode() {
	const mangle = { keep_fnames: true, keep_classnames: true };
	const compact = (text) => minifySync(text, { compress: false, mangle }).code;
	return src('dist/**/*.js').pipe(rewrite(compact)).pipe(dest('dist'));
}

function buildIcons() {
	return src(icons).pipe(rewrite(minifySvg)).pipe(dest('dist/icons'));
}

function compactJson() {
	return src(json)
		.pipe(rewrite((text) => JSON.stringify(JSON.parse(text))))
		.pipe(dest('dist/nodes'));
}

/** What tsc and n8n's build put into dist besides, such as package.json, which is part of the project for tsc. */
async function removeStrays() {
	for (const entry of readdirSync('dist', { withFileTypes: true, recursive: true })) {
		const path = join(entry.parentPath, entry.name);
		const top = path.split(/[\\/]/)[1];
		const isShipped = entry.isDirectory() || shippedTypes.has(extname(path));
		if (!(shippedFolders.has(top) && isShipped)) rmSync(path, { recursive: true, force: true });
	}
}

function watchIcons() {
	return watch(icons, buildIcons);
}

/** Writes known/ and types/ with n8n's own generator; n8n then loads the code of a node when it is first used. */
async function describeForLazyLoading() {
	const generator = join(dirname(require.resolve('n8n-core')), '..', 'bin', 'generate-metadata');
	await promisify(execFile)(process.execPath, [generator]);
	rmSync(join('dist', 'methods'), { recursive: true });
}

const build = series(
	parallel(buildIcons, compactJson),
	removeStrays,
	compactCode,
	describeForLazyLoading,
);

module.exports = { build, 'build:icons': buildIcons, default: build, watch: watchIcons };
