import sortBy from 'lodash/sortBy';
import type { INodeListSearchItems } from 'n8n-workflow';

/** An entry of a searchable list. */
export type Entry = INodeListSearchItems & { value: string };

/** Letters that a word needs before it is also looked for inside of other words: "male" is not to find "female". */
const SHORTEST_INSIDE = 5;

/** Scripts that put no spaces between words, so that a word may begin anywhere. */
const WITHOUT_SPACES =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

interface Query {
	text: string;
	words: readonly string[];
}

/** What an entry shows: its name alone, and with the details in brackets; and its id. */
interface Shown {
	name: string;
	text: string;
	id: string;
}

/** How well an entry fits, the best first. */
const RANKS: ReadonlyArray<(query: Query, shown: Shown) => boolean> = [
	({ text }, { name, id }) => name === text || id === text,
	({ text }, { name }) => name.startsWith(`${text} `),
	({ text }, { name }) => name.startsWith(text),
	({ words }, { name }) => words.every((word) => isWord(word, name)),
	({ words }, { name }) => words.every((word) => startsWord(word, name)),
	({ words }, { text }) => words.every((word) => isWord(word, text)),
	({ words }, { text }) => words.every((word) => startsWord(word, text)),
	({ words }, { text }) =>
		words.every(
			(word) => startsWord(word, text) || (word.length >= SHORTEST_INSIDE && text.includes(word)),
		),
];

/**
 * The entries that fit what the user typed, the best first; those that fit alike stay in their order. Only what an
 * entry shows counts, and its whole id.
 */
export function bestFirst<T extends Entry>(entries: readonly T[], typed: string): T[] {
	const query = queryOf(typed);
	const ranked = entries
		.map((entry) => ({ entry, rank: rankOf(query, shownBy(entry)) }))
		.filter(({ rank }) => rank >= 0);
	return sortBy(ranked, 'rank').map(({ entry }) => entry);
}

function rankOf(query: Query, shown: Shown): number {
	return RANKS.findIndex((fits) => fits(query, shown));
}

function queryOf(typed: string): Query {
	const text = plain(typed);
	return { text, words: text.match(/[\p{L}\p{N}]+/gu) ?? [text] };
}

function shownBy({ name, value }: Entry): Shown {
	const text = plain(name);
	return { name: text.replace(/ \([^()]*\)$/, ''), text, id: plain(value) };
}

/** A text as it is compared: without case, accents and repeated spaces. */
function plain(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whether a word of the text begins with it; a digit after letters begins a word too, as in "Person07". */
function startsWord(word: string, text: string): boolean {
	if (WITHOUT_SPACES.test(word)) return text.includes(word);
	return placesOf(word, text).some((at) => begins(text, at));
}

function isWord(word: string, text: string): boolean {
	return placesOf(word, text).some(
		(at) => begins(text, at) && !/[\p{L}\p{N}]/u.test(text.charAt(at + word.length)),
	);
}

function begins(text: string, at: number): boolean {
	const before = text.charAt(at - 1);
	return /\p{N}/u.test(text.charAt(at)) ? !/\p{N}/u.test(before) : !/\p{L}/u.test(before);
}

function placesOf(word: string, text: string): number[] {
	const places: number[] = [];
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at);
	return places;
}
