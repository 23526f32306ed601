import { endAllBelow } from '../../../tools/n8n/processGroup';
import { testFolder } from './shared';

export default async function globalTeardown(): Promise<void> {
	endAllBelow(testFolder());
}
