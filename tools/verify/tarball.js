// The package as users get it: packed by npm into a temporary folder and unpacked there.
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readdirSync, realpathSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');

const { remove, unpack } = require('../folders');
const { npmCommand } = require('../platform');

/**
 * Packs a project and unpacks the result.
 * @param {string} root folder of the project, already built
 * @returns {{ folder: string, packedBytes: number, files: { path: string, bytes: number }[], remove: () => void }}
 *   the unpacked package, its files by path with forward slashes, and how to remove the temporary folder
 */
function packAndUnpack(root) {
	const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'digital-human-verify-')));
	const flags = ['--ignore-scripts', '--offline', '--silent', '--pack-destination', temporary];
	const npm = npmCommand(['pack', ...flags]);
	try {
		execFileSync(npm.program, npm.args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
		const archive = join(
			temporary,
			readdirSync(temporary).find((name) => name.endsWith('.tgz')),
		);
		unpack(archive, temporary);
		const folder = join(temporary, 'package');
		const packedBytes = statSync(archive).size;
		return { folder, packedBytes, files: filesOf(folder), remove: () => remove(temporary) };
	} catch (error) {
		remove(temporary);
		throw error;
	}
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
