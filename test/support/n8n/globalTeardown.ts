import { endAllBelow } from '../../../tools/n8n/processGroup';
import { sharedUserFolder } from './shared';

export default async function globalTeardown(): Promise<void> {
	endAllBelow(sharedUserFolder());
}
