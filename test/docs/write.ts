/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withModelTable } from './modelTable';

const readme = join(__dirname, '../../README.md');
writeFileSync(readme, withModelTable(readFileSync(readme, 'utf8')));
