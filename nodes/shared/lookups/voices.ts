import { listPublicVoices, type Voice } from '../service/voices';
import { languageName } from './languageNames';
import { link, named, searchIn } from './search';

/** Public voices, with a link to hear them (service.md 4.6). */
export const searchVoices = searchIn<Voice>({
	read: listPublicVoices,
	entry: ({ id, name, gender, lang, audition }) => ({
		name: named(name, [gender, lang && languageName(lang)]),
		value: id,
		...link(audition),
	}),
});
