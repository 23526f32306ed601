import { runRelease } from '../../release/dryRun';
import { runProgram } from '../shutdown';

/** `npm run release:dry`: the whole way of a release, up to the registry. */
runProgram(runRelease);
