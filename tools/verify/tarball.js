// The package as users get it: packed by npm into a temporary folder and unpacked there.
const { mkdtempSync, realpathSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');

require('tsx/cjs');
const { remove, unpack } = require('../folders');
const { makeTarball } = require('../n8n/pack');
const { filesBelow } = require('../n8n/processes');

/**
 * Packs the built package and unpacks the result, or unpacks what was packed before, for as long as some work takes.
 * @param {string | undefined} packed path of the tarball, if there is one
 * @param {(tarball: { folder: string, packedBytes: number, paths: string[] }) => Promise<void>} work
 *   gets the unpacked package, and the paths of its files with forward slashes
 */
async function withPackage(packed, work) {
	const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'digital-human-verify-')));
	try {
		const archive = packed ?? (await makeTarball(join(temporary, 'packed')));
		unpack(archive, temporary);
		const folder = join(temporary, 'package');
		const paths = filesBelow(folder).map((file) => relative(folder, file).replaceAll('\\', '/'));
		await work({ folder, packedBytes: statSync(archive).size, paths });
	} finally {
		remove(temporary);
	}
}

module.exports = { withPackage };
