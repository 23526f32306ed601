// Everything that differs between Linux, macOS and Windows in the commands of this project; no other file asks for the
// platform. The functions are pure, with the machine as an argument, so that one machine can test them for all three.
// Needs no packages, because setup.js runs before there are any.
const { homedir } = require('node:os');
const { posix, win32 } = require('node:path');

/**
 * A machine that the commands run on.
 * @typedef {object} Machine
 * @property {string} platform as `process.platform`
 * @property {string} arch as `process.arch`
 * @property {Record<string, string | undefined>} env
 * @property {string} execPath the Node that runs this program
 * @property {string} home the user's folder
 */

/** @typedef {{ program: string, args: string[] }} Command */

/** @type {Machine} */
const here = {
	platform: process.platform,
	arch: process.arch,
	env: process.env,
	execPath: process.execPath,
	home: homedir(),
};

const isWindows = ({ platform }) => platform === 'win32';
const pathsOf = (machine) => (isWindows(machine) ? win32 : posix);

/**
 * How npm is started without a shell. Windows has npm only as a `.cmd` file, which Node starts through a shell alone,
 * and a shell would split paths at their spaces: there, Node runs npm's own script.
 * @param {string[]} args
 * @param {Machine} [machine]
 * @param {string} [node] the Node that npm runs on, on Windows; elsewhere it is the first one in PATH
 * @returns {Command}
 */
function npmCommand(args, machine = here, node = machine.execPath) {
	if (!isWindows(machine)) return { program: 'npm', args };
	const caller = machine.env.npm_execpath ?? '';
	const beside = win32.join(win32.dirname(machine.execPath), 'node_modules/npm/bin/npm-cli.js');
	const script = win32.basename(caller) === 'npm-cli.js' ? caller : beside;
	return { program: node, args: [script, ...args] };
}

/**
 * The package that carries a Node for a machine, and the program in it.
 * @param {Machine} [machine]
 * @returns {{ name: string, executable: string }} `executable` is relative to the folder of the package
 */
function nodePackage(machine = here) {
	const system = isWindows(machine) ? 'win' : machine.platform;
	return {
		name: `node-${system}-${machine.arch}`,
		executable: pathsOf(machine).join('bin', isWindows(machine) ? 'node.exe' : 'node'),
	};
}

/**
 * Folder for what is fetched once per machine and shared by all checkouts.
 * @param {Machine} [machine]
 */
function cacheFolderOf(machine = here) {
	const { XDG_CACHE_HOME, LOCALAPPDATA } = machine.env;
	const { join } = pathsOf(machine);
	const own = isWindows(machine) ? LOCALAPPDATA : undefined;
	const base = XDG_CACHE_HOME || own || join(machine.home, '.cache');
	return join(base, 'n8n-nodes-digital-human');
}

/** What every program needs of its surroundings. */
const surroundings = {
	posix: /^(HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TMPDIR)$/,
	win32:
		/^(SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|TEMP|TMP|TZ|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|ProgramData|ProgramFiles.*|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE)$/i,
};

/**
 * The part of the environment that says who and where we are; settings of programs stay out.
 * @param {Machine} [machine]
 * @returns {Record<string, string | undefined>}
 */
function surroundingsOf(machine = here) {
	const taken = surroundings[isWindows(machine) ? 'win32' : 'posix'];
	return Object.fromEntries(Object.entries(machine.env).filter(([name]) => taken.test(name)));
}

/**
 * PATH with a folder in front. Windows has the variable in any spelling; a copy of the environment must not get two.
 * @param {string} folder
 * @param {Record<string, string | undefined>} env
 * @param {Machine} [machine] has the PATH
 * @returns {Record<string, string | undefined>} `env` with it
 */
function withPathFirst(folder, env, machine = here) {
	const isPath = ([name]) => (isWindows(machine) ? name.toUpperCase() : name) === 'PATH';
	const [, path] = Object.entries(machine.env).find(isPath) ?? [];
	const others = Object.entries(env).filter((entry) => !isPath(entry));
	const PATH = [folder, path].filter(Boolean).join(pathsOf(machine).delimiter);
	return { ...Object.fromEntries(others), PATH };
}

/**
 * Whether a process can be asked to end. On Windows every signal ends it at once, and what it has started continues.
 * @param {Machine} [machine]
 */
function knowsSignals(machine = here) {
	return !isWindows(machine);
}

/**
 * How to start a process that `endTree` can end together with all that it starts. Elsewhere that takes a group of its own,
 * which also keeps Ctrl-C in the terminal to ourselves; on Windows a group of its own would open a window.
 * @param {Machine} [machine]
 */
function treeOptions(machine = here) {
	return isWindows(machine) ? { windowsHide: true } : { detached: true };
}

/**
 * The id by which `process.kill` reaches a process that was started with `treeOptions`: on Windows it alone, elsewhere its
 * group.
 * @param {number} leader
 * @param {Machine} [machine]
 */
function treeId(leader, machine = here) {
	return isWindows(machine) ? leader : -leader;
}

/**
 * The program that ends a process with all that it has started, where a signal to `treeId` does not.
 * @param {number} leader
 * @param {Machine} [machine]
 * @returns {Command | undefined}
 */
function endTreeCommand(leader, machine = here) {
	if (!isWindows(machine)) return undefined;
	return { program: 'taskkill', args: ['/PID', String(leader), '/T', '/F'] };
}

/**
 * What prints the command line of a process.
 * @param {number} processId
 * @param {Machine} [machine]
 * @returns {Command}
 */
function commandLineQuery(processId, machine = here) {
	if (!isWindows(machine)) {
		return { program: 'ps', args: ['-ww', '-o', 'args=', '-p', String(processId)] };
	}
	const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${processId}').CommandLine`;
	return { program: 'powershell', args: ['-NoProfile', '-NonInteractive', '-Command', query] };
}

/**
 * A command line with forward slashes and without quotes, as `ps` prints it.
 * @param {string} text as `commandLineQuery` printed it
 * @param {Machine} [machine]
 */
function plainCommandLine(text, machine = here) {
	return isWindows(machine) ? text.replaceAll('\\', '/').replaceAll('"', '') : text;
}

/**
 * What has to be installed where native modules are not found ready-made.
 * @param {Machine} [machine]
 */
function compilerAdvice({ platform } = here) {
	switch (platform) {
		case 'win32':
			return 'Python and the Visual Studio Build Tools with "Desktop development with C++"';
		case 'darwin':
			return 'the Command Line Tools (xcode-select --install)';
		default:
			return 'python3, make and a C++ compiler (Debian: apt-get install python3 make g++)';
	}
}

/**
 * What to do where no package carries a Node that an n8n runs on.
 * @param {string} range major versions, as `>=24` or `>=20 <25`
 * @param {Machine} [machine]
 */
function nodeAdvice(range, machine = here) {
	const apple = machine.platform === 'darwin' && machine.arch === 'arm64';
	const where = apple ? 'a Mac with Apple silicon' : `${machine.platform} on ${machine.arch}`;
	return (
		`This n8n needs Node ${range}, which no package provides for ${where}. ` +
		'Install such a Node yourself and run the command again with it.'
	);
}

/**
 * Why nothing can be measured on a machine, if that is so: memory and processor time are read from Linux's `/proc`.
 * @param {Machine} [machine]
 * @returns {string | undefined}
 */
function measuringNeeds({ platform } = here) {
	return platform === 'linux' ? undefined : 'npm run bench needs Linux.';
}

module.exports = {
	cacheFolderOf,
	commandLineQuery,
	compilerAdvice,
	endTreeCommand,
	here,
	knowsSignals,
	measuringNeeds,
	nodeAdvice,
	nodePackage,
	npmCommand,
	plainCommandLine,
	surroundingsOf,
	treeId,
	treeOptions,
	withPathFirst,
};
