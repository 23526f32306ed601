import { endAllBelow } from '../../../tools/n8n/processes';
import { testFolder } from './shared';

export default async function globalTeardown(): Promise<void> {
	endAllBelow(testFolder());
}
