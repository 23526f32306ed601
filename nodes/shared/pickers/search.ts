import { countBy, sortBy, uniqBy } from 'lodash';
import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeType,
	NodeOperationError,
} from 'n8n-workflow';

import { createClient, type ServiceClient } from '../api/client';
import { canLookUp, credentialIdOf, type PathField } from '../api/credential';
import { collect, eachPage, type Page } from '../api/pages';
import { type ShownTask, shownState, type Task } from '../model/task';
import { asError } from '../util/async';
import { alphabetical } from '../util/text';
import { errorText, PackError, wordsOf } from '../util/errors';
import { pickerMessages } from './messages';

export type Entry = INodeListSearchItems & { value: string };

/**
 * The entries that fit what the user typed, the best first; those that fit alike stay in their order.
 * Only what an entry shows counts, which is its name and details in brackets, and its whole ID.
 */
export function bestFirst<T extends Entry>(entries: readonly T[], typed = ''): T[] {
	const query = plain(typed);
	const words = query.match(/[\p{L}\p{N}]+/gu) ?? [query];
	const rankOf = ({ name, value }: Entry) => {
		const shown = plain(name);
		const title = shown.replace(/ \([^()]*\)$/, '');
		const fits = [
			title === query || plain(value) === query,
			title.startsWith(query),
			words.every((word) => startsWord(word, title)),
			words.every((word) => startsWord(word, shown)),
			words.every((word) => startsWord(word, shown) || isInside(word, shown)),
		];
		return fits.indexOf(true);
	};
	const fitting = entries.filter((entry) => rankOf(entry) >= 0);
	return sortBy(fitting, rankOf);
}

function startsWord(word: string, text: string): boolean {
	return withStarts(text).includes(withStarts(word));
}

/** A text with a sign before each word, and before each number: "Person07" is found by "07". */
function withStarts(text: string): string {
	return text.replace(/(?<!\p{L})(?=\p{L})|(?<!\p{N})(?=\p{N})/gu, '\0');
}

/** Not digits inside of a number, "8" in "1080", nor a short word, "male" in "female". */
function isInside(word: string, text: string): boolean {
	return !/^\p{N}|^\p{Script=Latin}{1,4}$/u.test(word) && text.includes(word);
}

/** A text as it is compared: without case, accents and repeated spaces. */
function plain(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

export type ListSearch = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

interface Source<T> {
	/** Reads one page, by its number from 1. */
	read(client: ServiceClient, number: number): Promise<Page<T>>;
	entry(record: T): Entry;
	isOffered?(record: T): boolean;
	own?: OwnList;
}

/** The own persons or voices of the application, which only a credential with a path for them lists. */
interface OwnList {
	path: PathField;
	/** Ends a list without them: how to use one all the same. */
	hint: string;
	read(client: ServiceClient, number: number): Promise<Page<OwnRecord>>;
	taskOf(record: OwnRecord): Pick<Task, 'state'>;
}

type OwnRecord = { id: string } & Partial<Record<'name' | 'preview_url', string>>;

/** The service has no search by text, so pages are searched one by one: so many, for so long. */
const MAX_PAGES_SEARCHED = 40;
const MAX_SEARCH_MS = 15_000;

/** A user waits for the list: it shows within five seconds that a service does not answer. */
const MAX_ANSWER_MS = 4_500;

/** Most own entries that a list begins with. */
const MAX_OWN = 200;

/** Makes a searchable list: page by page while nothing is typed, all pages when a text is. */
export function searchIn<T>(sourceOf: (context: ILoadOptionsFunctions) => Source<T>): ListSearch {
	return async function (filter, paginationToken) {
		return await explained(this, async (client) => {
			const source = sourceOf(this);
			const { own, entry, isOffered = () => true } = source;
			const hasOwn = own !== undefined && (await canLookUp(this, { detailPath: own.path }));
			const typed = filter?.trim();
			const number = Number(paginationToken ?? 1);
			const reading: ReturnType<typeof readAll<T>> = typed
				? readAll(client, source)
				: source.read(client, number);
			const [first, { records, pages, error }] = await Promise.all([
				hasOwn && number === 1 ? ownEntries(client, own) : [],
				reading,
			]);
			const others = records.filter(isOffered).map(entry);
			const all = distinguished(uniqBy([...first, ...others], 'value'));
			const results = typed ? bestFirst(all, typed) : all;
			if (error !== undefined && results.length === 0) throw asError(error);
			if (!typed && records.length > 0 && number < pages) {
				return { results, paginationToken: String(number + 1) };
			}
			const isHelpful = own && !hasOwn && !(typed && results.length > 0);
			return { results: isHelpful ? [...results, { name: own.hint, value: '' }] : results };
		});
	};
}

/** All pages; where one cannot be read, those before it, and why. */
async function readAll<T>(client: ServiceClient, { read, entry }: Source<T>) {
	const all: Page<T> & { error?: unknown } = { records: [], pages: 0 };
	const readPage = async (number: number) => await read(client, number);
	try {
		for await (const { records } of eachPage(readPage, (record) => entry(record).value)) {
			all.records.push(...records);
			if (++all.pages >= MAX_PAGES_SEARCHED) break;
		}
		return all;
	} catch (error) {
		return { ...all, error };
	}
}

/** The own ones, with their state; it never fails. Where they cannot be read, an entry says why. */
async function ownEntries(client: ServiceClient, { read, taskOf }: OwnList): Promise<Entry[]> {
	try {
		const records = await collect(client, read, MAX_OWN);
		return records.map((record) => {
			const details = ['custom', STATES[shownState(taskOf(record).state)]];
			return entryOf(record.id, record.name, details, record.preview_url);
		});
	} catch (error) {
		return [{ name: wordsOf(error).title, value: '' }];
	}
}

export const STATES: Readonly<Record<ShownTask['state'], string>> = {
	inProgress: 'in progress',
	succeeded: 'succeeded',
	failed: 'failed',
	cancelled: 'canceled',
};

/**
 * Runs what fills a list.
 *
 * @param work gets a client for somebody who waits for each answer, whatever time the service asks for
 * @throws NodeOperationError with its advice in the message: n8n shows nothing else of it
 */
export async function explained<T>(
	context: ILoadOptionsFunctions,
	work: (client: ServiceClient) => Promise<T>,
): Promise<T> {
	try {
		const limited = (await createClient(context)).with({ withinMs: MAX_SEARCH_MS });
		return await work({
			...limited,
			call: async (name, input, schema) =>
				await limited.with({ withinMs: MAX_ANSWER_MS }).call(name, input, schema),
		});
	} catch (error) {
		throw new NodeOperationError(context.getNode(), errorText(error));
	}
}

/** Entries of the same name, each with its ID added. */
function distinguished(entries: readonly Entry[]): Entry[] {
	const times = countBy(entries, 'name');
	return entries.map((entry) => {
		const { name, value } = entry;
		if (times[name] === 1) return entry;
		const named = name.endsWith(')') ? `${name.slice(0, -1)}, ID` : `${name} (ID`;
		return { ...entry, name: `${named} ${value})` };
	});
}

/**
 * An entry with its details, as in "Anna (female, 3 figures)".
 *
 * @param urls for the button beside it; the first one that a browser can open is used
 */
export function entryOf(
	value: string,
	name: string | undefined,
	details: Array<string | undefined | false>,
	...urls: Array<string | null | undefined>
): Entry {
	const more = details.filter(Boolean).join(', ');
	const text = name || 'Unnamed';
	const url = urls.find((one) => /^https?:\/\//.test(one ?? ''));
	return { name: more ? `${text} (${more})` : text, value, ...(url ? { url } : {}) };
}

interface CallbackWorkflow {
	/** ID of the trigger's credential: who may use it in n8n sees the workflow's name. */
	credentialId: string;
	workflowId: string;
	workflowName: string;
	triggerName: string;
}

/**
 * The workflows that this process of n8n has published, by the address of their trigger. It also
 * serves the editor, and publishes when it starts, and whenever a user publishes.
 */
export const publishedWorkflows = new Map<string, CallbackWorkflow>();

/** The published workflows whose trigger uses the credential of this node; the value is the trigger's address. */
export const searchCallbackWorkflows: ListSearch = async function (filter) {
	return await explained(this, async () => {
		const credentialId = credentialIdOf(this.getNode());
		const found = [...publishedWorkflows].filter(([, one]) => one.credentialId === credentialId);
		if (found.length === 0) throw new PackError(pickerMessages.nothingPublished);
		const workflows = found.map(([, workflow]) => workflow);
		const triggers = countBy(workflows, 'workflowId');
		const namesakes = countBy(uniqBy(workflows, 'workflowId'), 'workflowName');
		const entries = found.map(([address, { workflowId, workflowName, triggerName }]) => {
			const details = [
				Number(triggers[workflowId]) > 1 && triggerName,
				Number(namesakes[workflowName]) > 1 && `ID ${workflowId}`,
			];
			const url = `${this.getInstanceBaseUrl()}workflow/${workflowId}`;
			return entryOf(address, workflowName, details, url);
		});
		return { results: bestFirst(entries.sort(alphabetical('name')), filter) };
	});
};
