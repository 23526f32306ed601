/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { join } from 'node:path';

/** The checkout. */
export const root = join(__dirname, '..', '..');

/** Everything that the commands keep inside the checkout; not under version control. */
export const dataFolder = join(root, '.data');

/** Logs of builds and installations. */
export const logFolder = join(dataFolder, 'logs');
