// The package as users get it: packed by npm into a temporary folder and unpacked there.
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readdirSync, realpathSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');

const { remove, unpack } = require('../folders');
const { npmCommand } = require('../platform');

/**
 * Packs a project and unpacks the result, or unpacks what was packed before.
 * @param {string} root folder of the project, already built
 * @param {string} [packed] path of the tarball, if there is one
 * @returns {{ folder: string, packedBytes: number, files: { path: string, bytes: number }[], remove: () => void }}
 *   the unpacked package, its files by path with forward slashes, and how to remove the temporary folder
 */
function packAndUnpack(root, packed) {
	const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'digital-human-verify-')));
	try {
		const archive = packed ?? pack(root, temporary);
		unpack(archive, temporary);
		const folder = join(temporary, 'package');
		const packedBytes = statSync(archive).size;
		return { folder, packedBytes, files: filesOf(folder), remove: () => remove(temporary) };
	} catch (error) {
		remove(temporary);
		throw error;
	}
}

/** Lets npm pack a project into a folder. @returns the path of the tarball */
function pack(root, folder) {
	const flags = ['--ignore-scripts', '--offline', '--silent', '--pack-destination', folder];
	const npm = npmCommand(['pack', ...flags]);
	execFileSync(npm.program, npm.args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
	return join(
		folder,
		readdirSync(folder).find((name) => name.endsWith('.tgz')),
	);
}

/** All files below a folder, sorted by path. */
function filesOf(folder) {
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.map((file) => ({
			path: relative(folder, file).replaceAll('\\', '/'),
			bytes: statSync(file).size,
		}))
		.sort((a, b) => (a.path < b.path ? -1 : 1));
}

module.exports = { packAndUnpack, filesOf };
