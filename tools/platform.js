// Everything that differs between Linux, macOS and Windows in the commands of this project; no other file asks for the
// platform. Functions take the machine as an argument, so that one machine can test them for all three. Needs no packages,
// because setup.js runs before there are any.
const { spawnSync } = require('node:child_process');
const { homedir } = require('node:os');
const { posix, win32 } = require('node:path');

/**
 * The machine that the commands run on.
 * @type {{ platform: string, arch: string, env: Record<string, string | undefined>, execPath: string, home: string }}
 */
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
 * The program and arguments that start npm without a shell. Windows has npm only as a `.cmd` file, which Node starts through
 * a shell alone, and a shell would split paths at their spaces: there, Node runs npm's own script.
 * @param {string[]} args
 * @param {string} [node] the Node that npm runs on, on Windows; elsewhere it is the first one in PATH
 */
function npmCommand(args, machine = here, node = machine.execPath) {
	if (!isWindows(machine)) return { program: 'npm', args };
	const caller = machine.env.npm_execpath ?? '';
	const beside = win32.join(win32.dirname(machine.execPath), 'node_modules/npm/bin/npm-cli.js');
	const script = win32.basename(caller) === 'npm-cli.js' ? caller : beside;
	return { program: node, args: [script, ...args] };
}

/** The package that carries a Node for a machine, and the path of the program in its folder. */
function nodePackage(machine = here) {
	const system = isWindows(machine) ? 'win' : machine.platform;
	return {
		name: `node-${system}-${machine.arch}`,
		executable: pathsOf(machine).join('bin', isWindows(machine) ? 'node.exe' : 'node'),
	};
}

/** Folder for what is fetched once per machine and shared by all checkouts. */
function cacheFolderOf(machine = here) {
	const { XDG_CACHE_HOME, LOCALAPPDATA } = machine.env;
	const { join } = pathsOf(machine);
	const own = isWindows(machine) ? LOCALAPPDATA : undefined;
	return join(XDG_CACHE_HOME || own || join(machine.home, '.cache'), 'n8n-nodes-digital-human');
}

/** What every program needs of its surroundings. */
const surroundings = {
	posix: /^(HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TMPDIR)$/,
	win32:
		/^(SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|TEMP|TMP|TZ|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|ProgramData|ProgramFiles.*|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE)$/i,
};

/** The part of the environment that says who and where we are; settings of programs stay out. */
function surroundingsOf(machine = here) {
	const taken = surroundings[isWindows(machine) ? 'win32' : 'posix'];
	return Object.fromEntries(Object.entries(machine.env).filter(([name]) => taken.test(name)));
}

/**
 * An environment whose PATH is that of the machine with a folder in front. Windows has the variable in any spelling; a copy of
 * the environment must not get two.
 * @param {string} folder
 * @param {Record<string, string | undefined>} env
 * @returns {Record<string, string | undefined>}
 */
function withPathFirst(folder, env, machine = here) {
	const isPath = ([name]) => (isWindows(machine) ? name.toUpperCase() : name) === 'PATH';
	const [, path] = Object.entries(machine.env).find(isPath) ?? [];
	const others = Object.entries(env).filter((entry) => !isPath(entry));
	const PATH = [folder, path].filter(Boolean).join(pathsOf(machine).delimiter);
	return { ...Object.fromEntries(others), PATH };
}

/** Whether a process can be asked to end. On Windows every signal ends it at once, and what it has started continues. */
const knowsSignals = (machine = here) => !isWindows(machine);

/**
 * How to start a process that can be ended together with all that it starts. Elsewhere that takes a group of its own, which
 * also keeps Ctrl-C in the terminal to ourselves; on Windows a group of its own would open a window.
 */
const treeOptions = (machine = here) =>
	isWindows(machine) ? { windowsHide: true } : { detached: true };

/** The id by which `process.kill` reaches a process started so: on Windows it alone, elsewhere its group. */
const treeId = (leader, machine = here) => (isWindows(machine) ? leader : -leader);

/** The program that ends a process with all that it has started, where a signal to `treeId` does not. */
const endTreeCommand = (leader, machine = here) =>
	isWindows(machine)
		? { program: 'taskkill', args: ['/PID', String(leader), '/T', '/F'] }
		: undefined;

/** Ends a process that was started so at once, with all that it has started, if it is there. @param {number} leader */
function endTree(leader) {
	const command = endTreeCommand(leader);
	if (command !== undefined) {
		spawnSync(command.program, command.args, { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(treeId(leader), 'SIGKILL');
	} catch (error) {
		if (error.code !== 'ESRCH') throw error;
	}
}

/** Whether a process that was started so, or anything that it has started, is there. @param {number} leader */
function treeAlive(leader) {
	try {
		return process.kill(treeId(leader), 0);
	} catch {
		return false;
	}
}

/** What has to be installed where native modules are not found ready-made. */
const compilers = {
	win32: 'Python and the Visual Studio Build Tools with "Desktop development with C++"',
	darwin: 'the Command Line Tools (xcode-select --install)',
	linux: 'python3, make and a C++ compiler (Debian: apt-get install python3 make g++)',
};
const compilerAdvice = ({ platform } = here) => compilers[platform] ?? compilers.linux;

/** What to do where no package carries a Node that an n8n runs on. @param {string} range as `>=24` or `>=20 <25` */
function nodeAdvice(range, { platform, arch } = here) {
	const apple = platform === 'darwin' && arch === 'arm64';
	const where = apple ? 'a Mac with Apple silicon' : `${platform} on ${arch}`;
	return (
		`This n8n needs Node ${range}, which no package provides for ${where}. ` +
		'Install such a Node yourself and run the command again with it.'
	);
}

/** Why nothing can be measured on a machine, if that is so: memory and processor time are read from Linux's `/proc`. */
const measuringNeeds = ({ platform } = here) =>
	platform === 'linux' ? undefined : 'npm run bench needs Linux.';

module.exports = {
	cacheFolderOf,
	compilerAdvice,
	endTree,
	endTreeCommand,
	here,
	knowsSignals,
	measuringNeeds,
	nodeAdvice,
	nodePackage,
	npmCommand,
	surroundingsOf,
	treeAlive,
	treeId,
	treeOptions,
	withPathFirst,
};
