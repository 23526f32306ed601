/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { ensureChromium, startBrowser } from './browser';
import { PICTURES } from './pictures';
import { BROWSER } from './sharedBrowser';
import { runTests } from '../../../tools/n8n/runTests';
import { onShutdown, runProgram } from '../../../tools/n8n/program';

const FLAG = '--pictures';

/**
 * `npm run test:ui`: n8n's editor in Chromium; screenshots go to .data/screenshots. With `-- --pictures`, those of
 * the documentation are replaced.
 */
runProgram(async () => {
	await ensureChromium();
	const pictures = process.argv.includes(FLAG);
	process.argv = process.argv.filter((word) => word !== FLAG);
	return await runTests('ui', async () => {
		const browser = await startBrowser();
		onShutdown(browser.end);
		return { [PICTURES]: pictures ? '1' : '', [BROWSER]: browser.address };
	});
});
