import { runTests } from '../runTests';
import { runProgram } from '../shutdown';

/** `npm run test:n8n`: the example workflows and what only a real n8n can show. */
runProgram(async () => await runTests('tests'));
