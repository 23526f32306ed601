// The package as users get it: packed by npm into a temporary folder and unpacked there.
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readdirSync, realpathSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');

const { remove, unpack } = require('../folders');
const { npmCommand } = require('../platform');

/**
 * Packs a project and unpacks the result, or unpacks what was packed before, for as long as some work takes.
 * @param {string} root folder of the project, already built
 * @param {string | undefined} packed path of the tarball, if there is one
 * @param {(tarball: { folder: string, packedBytes: number, files: { path: string, bytes: number }[] }) => Promise<void>} work
 *   gets the unpacked package, and its files by path with forward slashes
 */
async function withPackage(root, packed, work) {
	const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'digital-human-verify-')));
	try {
		const archive = packed ?? pack(root, temporary);
		unpack(archive, temporary);
		const folder = join(temporary, 'package');
		await work({ folder, packedBytes: statSync(archive).size, files: filesOf(folder) });
	} finally {
		remove(temporary);
	}
}

/** Lets npm pack a project into an empty folder. @returns the path of the tarball */
function pack(root, folder) {
	const flags = ['--ignore-scripts', '--offline', '--silent', '--pack-destination', folder];
	const npm = npmCommand(['pack', ...flags]);
	execFileSync(npm.program, npm.args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
	const [name] = readdirSync(folder);
	return join(folder, name);
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

module.exports = { withPackage, filesOf };
