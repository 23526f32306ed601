// The package as users get it: packed by npm into a temporary folder and unpacked there.
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');

/**
 * Packs a project and unpacks the result.
 * @param {string} root folder of the project, already built
 * @returns {{ folder: string, packedBytes: number, files: { path: string, bytes: number }[], remove: () => void }}
 *   the unpacked package, its files by path with forward slashes, and how to remove the temporary folder
 */
function packAndUnpack(root) {
	const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'digital-human-verify-')));
	const remove = () => rmSync(temporary, { recursive: true, force: true });
	try {
		execFileSync(
			'npm',
			['pack', '--ignore-scripts', '--offline', '--silent', '--pack-destination', temporary],
			{ cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
		);
		const archive = join(
			temporary,
			readdirSync(temporary).find((name) => name.endsWith('.tgz')),
		);
		execFileSync('tar', ['-xzf', archive, '-C', temporary]);
		const folder = join(temporary, 'package');
		return { folder, packedBytes: statSync(archive).size, files: filesOf(folder), remove };
	} catch (error) {
		remove();
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
