import { endAllBelow } from '../lib/processGroup';
import { sharedUserFolder } from './shared';

export default async function globalTeardown(): Promise<void> {
	endAllBelow(sharedUserFolder());
}
