// The environment of Node.js, in a worker that ends at once: after its last test, V8 takes half a second and more to take down the
// engines of n8n that it holds, and jest, which waits for half a second, says that the worker has failed to exit.
const { TestEnvironment } = require('jest-environment-node');

if (process.send) process.once('exit', () => process.reallyExit(process.exitCode));

module.exports = TestEnvironment;
