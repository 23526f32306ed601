// What the commands do with whole folders, in ways that work on every platform.
const { execFileSync } = require('node:child_process');
const { mkdirSync, readFileSync, renameSync, rmSync } = require('node:fs');
const { setTimeout: delay } = require('node:timers/promises');

/**
 * Removes a file or folder, if it is there. On Windows a file cannot be removed while a program has it open, as virus scanners
 * do for moments, so it is tried again. @param {string} path
 */
function remove(path) {
	rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * Renames a folder; for the reason that `remove` gives, it is tried again for a while.
 * @type {(from: string, to: string, how?: { rename?: (from: string, to: string) => void, pauseMs?: number }) => Promise<void>}
 */
async function moveFolder(from, to, { rename = renameSync, pauseMs = 250 } = {}) {
	for (let tries = 1; ; tries += 1) {
		try {
			return rename(from, to);
		} catch (error) {
			if (tries === 20 || !['EACCES', 'EBUSY', 'EPERM'].includes(error.code)) throw error;
			await delay(pauseMs);
		}
	}
}

/**
 * Unpacks a tarball. It goes in as a stream, because some `tar` programs take the colon of `C:` for the name of a machine.
 * @param {string} archive
 * @param {string} folder is made
 * @param {string[]} [flags]
 */
function unpack(archive, folder, flags = []) {
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', '-', ...flags], { cwd: folder, input: readFileSync(archive) });
}

module.exports = { moveFolder, remove, unpack };
