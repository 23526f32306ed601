/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
// `npm run icons` draws the icons of the nodes and of the credential.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { drawIcons } from './drawing';

for (const [name, svg] of Object.entries(drawIcons())) {
	writeFileSync(join(__dirname, '..', '..', 'icons', name), svg);
}
