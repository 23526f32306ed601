// Loaded into n8n before its own code: n8n answers only requests that name this machine. A web page can reach a program on
// the machine of its reader by a name that it lets point there (DNS rebinding), but not make the browser name the machine.
const { Server } = require('node:http');
const { isMainThread } = require('node:worker_threads');

const { endTree } = require('../platform');

// Whoever started this n8n holds the other end of its input: nothing is left behind when it ends, in whatever way.
// Its threads load this file too, and have an input that is empty.
if (isMainThread) process.stdin.on('end', () => endTree(process.pid)).resume();

/** The hosts of this machine as URL writes them, whatever they were: 127.1 as 127.0.0.1, and IPv4 within IPv6 in hexadecimal. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/;

/** Whether a Host header names this machine. */
const isLocal = (host) =>
	URL.canParse(`http://${host}`) && loopback.test(new URL(`http://${host}`).hostname);

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
