import { z } from 'zod';

import type { Area } from './area';
import { operation } from '../server/operation';

/** Target languages (specification 2.10). */
export const LANGUAGES: ReadonlyArray<{ language_code: string; name: string }> = [
	{ language_code: 'en', name: 'English' },
	{ language_code: 'zh', name: 'Chinese' },
	{ language_code: 'ja', name: 'Japanese' },
	{ language_code: 'ko', name: 'Korean' },
	{ language_code: 'fr', name: 'French' },
	{ language_code: 'de', name: 'German' },
	{ language_code: 'es', name: 'Spanish' },
	{ language_code: 'pt', name: 'Portuguese' },
	{ language_code: 'it', name: 'Italian' },
	{ language_code: 'ru', name: 'Russian' },
	{ language_code: 'ar', name: 'Arabic' },
	{ language_code: 'th', name: 'Thai' },
];

/** Video translation (specification 4.9). */
export function translationArea(): Area {
	const languages = operation({
		method: 'GET',
		path: 'video_translation/target_languages',
		codes: [0, 10400, 40000, 50000],
		input: z.object({}).strict(),
		handle: () => ({ languages: LANGUAGES }),
	});
	return { operations: [languages] };
}
