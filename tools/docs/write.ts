/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports, no-console */
// `npm run docs` writes the parts of the documents that come from the code. `npm run docs -- --record` also records the public
// interface and the output previews of the nodes as they are now.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './pack';
import { contractRecords } from './contract';
import { documents, read, withSections } from './documents';

for (const path of documents) {
	const text = withSections(read(path));
	console.log(text === read(path) ? 'As it was:' : 'Written:', path);
	writeFileSync(join(root, path), text);
}

function record(): void {
	for (const { path, present } of contractRecords) writeFileSync(path, present);
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	execFileSync(process.execPath, [jest, 'test/engine/commonMistakes'], {
		cwd: root,
		env: { ...process.env, RECORD: '1' },
		stdio: 'inherit',
	});
}

if (process.argv.includes('--record')) record();
