import { runTests } from '../lib/runTests';
import { runProgram } from '../lib/shutdown';

/** `npm run test:n8n`: the example workflows and what only a real n8n can show. */
runProgram(async () => await runTests('tests'));
