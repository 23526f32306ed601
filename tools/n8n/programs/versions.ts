import { runVersions } from '../runVersions';
import { runProgram } from '../shutdown';

/** `npm run test:versions`: the same test files on every n8n that the pack is tested with, one after the other. */
runProgram(runVersions);
