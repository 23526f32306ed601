import { Submits } from './submits';
import type { LocalService } from '../../../demo-service';
import type { Known } from './randomParameters';

const PERSONS = ['6200000000000000000', '6200000000000000001'];
const VOICES = ['8988587500000000000'];
const WORKFLOWS = ['', 'https://n8n.example.com/webhook/1/digital-human'];
const FILES = 'searchFiles';
const TYPES = ['mp4', 'mov', 'png', 'jpg', 'wav', 'mp3', 'webm', 'txt'];

/** Names of things that every application has, which stand for them until a run is begun. */
export const namesOf: Known = {
	addresses: TYPES.map((type) => `@address of ${type}`),
	ids(method) {
		if (method.startsWith(FILES)) return [`@${method}`];
		if (/workflow/i.test(method)) return WORKFLOWS;
		if (/person/i.test(method) && !/tag/i.test(method)) return PERSONS;
		if (/voice/i.test(method)) return VOICES;
		if (/language/i.test(method)) return ['de', 'fr', 'en'];
		if (/figure/i.test(method)) return ['sit_body', 'whole_body', 'circle_view'];
		if (/tag/i.test(method)) return ['1', '2'];
		return [/image/i.test(method) ? '@image task' : '@video task'];
	},
};

/**
 * Gives an application what the names stand for.
 *
 * @returns puts the things in the place of their names
 */
export async function knownTo(service: LocalService): Promise<(value: unknown) => unknown> {
	const submits = new Submits(() => service);
	const things = new Map<string, string>([
		['@image task', await submits.aiCreation()],
		['@video task', await submits.composedVideo()],
		...TYPES.map((type): [string, string] => [
			`@address of ${type}`,
			service.storage.source({ bytes: 500, name: `file.${type}` }).url,
		]),
	]);
	const thing = (name: string): string => {
		const known = things.get(name);
		if (known !== undefined || !name.startsWith(`@${FILES}`)) return known ?? name;
		const purpose = name.slice(`@${FILES}_`.length) || 'ai_creation';
		const file = submits.file(purpose, `file.${typeFor(purpose)}`);
		things.set(name, file);
		return file;
	};
	const fill = (value: unknown): unknown =>
		JSON.parse(JSON.stringify(value), (_key, entry: unknown) =>
			typeof entry === 'string' ? thing(entry) : entry,
		);
	return fill;
}

function typeFor(purpose: string): string {
	if (purpose.includes('audio')) return 'mp3';
	return purpose === 'ai_creation' ? 'png' : 'mp4';
}
