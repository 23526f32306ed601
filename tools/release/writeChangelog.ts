/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { readFileSync, writeFileSync } from 'node:fs';

import { released } from './changelog';

/** Part of `npm run release`: dates the section of the version that is named on the command line. */
const [version = ''] = process.argv.slice(2);
const today = new Date().toISOString().slice(0, 10);
writeFileSync('CHANGELOG.md', released(readFileSync('CHANGELOG.md', 'utf8'), version, today));
