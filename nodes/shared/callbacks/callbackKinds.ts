import type { INodePropertyOptions } from 'n8n-workflow';

import { alphabetical } from '../util/alphabetical';
import { kindOptions, kinds } from '../tasks/kinds';
import { VOICE } from '../tasks/voice';

/** Kinds that the service reports by callback (service.md 6), as entries of a list in the editor. */
export const callbackKindOptions: INodePropertyOptions[] = [
	...kindOptions
		.filter(({ value }) => kinds[String(value)]?.pauseMinutes)
		.map(({ name, value }) => ({ name, value })),
	{ name: 'Custom Voice', value: VOICE },
].sort((a, b) => alphabetical.compare(a.name, b.name));
