import { ensureChromium } from '../lib/browser';
import { runTests } from '../lib/runTests';
import { runProgram } from '../lib/shutdown';

/** `npm run test:ui`: n8n's editor in Chromium; pictures go to .data/screenshots. */
runProgram(async () => {
	await ensureChromium();
	return await runTests('ui');
});
