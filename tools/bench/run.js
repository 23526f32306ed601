// First step of `npm run bench`: brings node_modules in line and hands over to the program.
require('../setup');
require('tsx/cjs');
require('./program.ts');
