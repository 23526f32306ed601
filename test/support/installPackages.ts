/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { existsSync } from 'node:fs';

import { progress, root, run } from '../../tools/n8n/program';

/**
 * Installs packages of Debian, where we administer one.
 *
 * @param need says what they are needed for, such as "These tests need Chromium"
 * @throws Error that says what to install
 */
export async function installPackages(need: string, packages: string[]): Promise<void> {
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
		throw new Error(`${need}. On Debian, install it with "apt-get install ${packages.join(' ')}".`);
	}
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	await progress(`Installing ${packages.join(' and ')}`, async () => {
		await run('apt-get', ['update'], { cwd: root, env, log: 'apt-update' });
		const log = `apt-${packages.join('-')}`;
		await run('apt-get', ['install', '-y', ...packages], { cwd: root, env, log });
	});
}
