// First step of `npm run bench <what>`: brings node_modules in line and hands over to the program.
require('../setup');
require('tsx/cjs');

const program = process.argv[2] ?? '';
if (!['download', 'upload'].includes(program)) {
	console.error('Usage: npm run bench <upload|download> [-- --json --runs N --mib N,N]');
	process.exit(2);
}
require(`./${program}.ts`);
