// `npm run budget` prints the size budget. `-- --lower` writes the sizes of today where they are below it; `-- --set` adds what has no
// budget yet, such as a room with a new name, and removes what is gone. No flag raises a figure: `npm run verify` compares.
require('../setup');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { filesOf, lowered, overBudget, renamed, sizesOf, tableOf } = require('./budget');
const data = require('./budget.json');

const { values } = parseArgs({ options: { lower: { type: 'boolean' }, set: { type: 'boolean' } } });
const root = join(__dirname, '..', '..');
const now = sizesOf(filesOf(root));
if (values.set) data.budget = renamed(now, data.budget);
if (values.lower) data.budget = lowered(now, data.budget);
if (values.set || values.lower) {
	writeFileSync(join(__dirname, 'budget.json'), `${JSON.stringify(data, null, '\t')}\n`);
}
console.log(tableOf(now, data));
const findings = overBudget(now, data.budget);
for (const finding of findings) console.log(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
