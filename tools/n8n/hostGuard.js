// Loaded into n8n before its own code: n8n answers only requests that name this machine. A web page can reach a program on
// the machine of its reader by a name that it lets point there (DNS rebinding), but not make the browser name the machine.
const { Server } = require('node:http');
const { BlockList, isIP } = require('node:net');
const { isMainThread } = require('node:worker_threads');

const { endTree } = require('../platform');

// Whoever started this n8n holds the other end of its input: nothing is left behind when it ends, in whatever way.
// Its threads load this file too, and have an input that is empty.
if (isMainThread) process.stdin.on('end', () => endTree(process.pid)).resume();

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a Host header names this machine. */
function isLocal(host) {
	if (!URL.canParse(`http://${host}`)) return false;
	const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '');
	const version = isIP(name);
	return name === 'localhost' || (version > 0 && loopback.check(name, `ipv${version}`));
}

const { emit } = Server.prototype;
const requests = ['request', 'checkContinue', 'checkExpectation', 'upgrade', 'connect'];

Server.prototype.emit = function (event, request, answer, ...rest) {
	if (!requests.includes(event) || isLocal(request.headers.host)) {
		return emit.call(this, event, request, answer, ...rest);
	}
	if (answer.writeHead === undefined) answer.destroy();
	else answer.writeHead(403, { connection: 'close' }).end('This n8n is for this machine only.');
	return true;
};
