import { range } from 'lodash';
import type {
	ExecutionError,
	IDataObject,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	ITaskData,
} from 'n8n-workflow';

import type { JournalEntry, LocalService } from '../../../demo-service';
import type { Part, Played } from './play';
import { INPUT, markIn, nameOf, SUBMITTERS, type Mark, type Step } from './steps';

/** One submit that the service accepted, and that is charged. */
interface Charge {
	mark: Mark;
	taskIds: string[];
	part: Part;
	/** Whether its answer was another one than the service's own, or none. */
	unclear: boolean;
}

const SUBMITS: ReadonlySet<string> = new Set(Object.values(SUBMITTERS));
const HARMLESS: ReadonlySet<string | undefined> = new Set([undefined, 'delay']);

const ACCEPTED = 'Digital Human task accepted: ';
const MAY_EXIST = 'Digital Human task may exist: ';
const MAY_EXIST_IN_WORDS = /may (still )?have been (created|started)/;

/** Errors in the user's words; anything else is a crash. */
const NODE_ERRORS = new Set(['NodeOperationError', 'NodeApiError']);

/** Everything that must never happen, whatever happens in a workflow. */
export function problemsOf(service: LocalService, token: string, played: Played): string[] {
	const charges = chargesOf(service, token, played);
	if (typeof charges === 'string') return [charges];
	return [
		...played.parts.flatMap((part, index) => [
			...chargedTwice(charges, part),
			...notLogged(charges, part),
			...notShown(charges, part, index),
			...crashes(part),
			...(part.run ? lostItems(played.story.steps, part.run, charges) : []),
			...secrets(part, token),
		]),
		...chargedAgain(charges, played.parts),
		...service.journal.leaks().map(({ leak }) => `a leak: ${leak}`),
	];
}

/** What the service's books say: submits from the journal, and their tasks. */
function chargesOf(
	service: LocalService,
	token: string,
	{ parts, before }: Played,
): Charge[] | string {
	const tasks = service.tasks().filter(({ id }) => !before.has(id));
	const charges: Charge[] = [];
	const taken = new Set<string>();
	for (const part of parts) {
		for (const entry of part.requests.filter(isCharged)) {
			const mark = markIn(entry.body);
			if (!mark) return `a submit without a mark: ${JSON.stringify(entry.body)}`;
			const taskIds = idsOf(entry, tasks, taken);
			taskIds.forEach((id) => taken.add(id));
			charges.push({ mark, taskIds, part, unclear: !HARMLESS.has(entry.fault) });
		}
	}
	const unknown = tasks.filter((task) => task.token !== token || !taken.has(task.id));
	return unknown.length > 0
		? `tasks of which no submit is known: ${JSON.stringify(unknown)}`
		: charges;
}

function isCharged({ endpoint, code }: JournalEntry): boolean {
	return SUBMITS.has(endpoint) && code === 0;
}

/** A translation is one submit for several tasks. */
function idsOf(
	{ endpoint, body, id = '' }: JournalEntry,
	tasks: ReturnType<LocalService['tasks']>,
	taken: ReadonlySet<string>,
): string[] {
	if (endpoint !== SUBMITTERS.translateVideo) return [id];
	const { target_languages: languages } = body as { target_languages: string[] };
	const { text } = markIn(body) as Mark;
	return languages.flatMap((wanted) => {
		const found = tasks.find(
			(task) =>
				task.endpoint === endpoint &&
				!taken.has(task.id) &&
				(task.input as { language: string }).language === wanted &&
				markIn(task.input)?.text === text,
		);
		return found ? [found.id] : [];
	});
}

/** Within one part, nothing is charged twice, whatever the answers were. */
function chargedTwice(charges: Charge[], part: Part): string[] {
	const texts = charges.flatMap((charge) => (charge.part === part ? charge.mark.text : []));
	return texts
		.filter((text, index) => texts.indexOf(text) < index)
		.map((text) => `charged twice in one run: ${text}`);
}

/**
 * An item is charged again only by a retry of the user, and only if n8n cannot know that it was charged: the answer was
 * unclear, of which the user was told.
 */
function chargedAgain(charges: Charge[], parts: Part[]): string[] {
	return charges.flatMap(({ mark, part }) => {
		const place = parts.indexOf(part);
		const earlier = charges.filter(
			(other) => other.mark.text === mark.text && parts.indexOf(other.part) < place,
		);
		return earlier.flatMap((other) => {
			const isRetry = other.part.executionId !== part.executionId;
			const between = parts.slice(parts.indexOf(other.part) + 1, place);
			const isUnclear =
				other.unclear ||
				between.some(
					({ run }) => run && MAY_EXIST_IN_WORDS.test(shownOfItem(run, mark) ?? shownOf(run)),
				);
			const known = other.taskIds.some((id) => part.stored?.includes(id));
			return !isRetry || (known && !other.unclear) || !isUnclear
				? [`charged again: ${mark.text}, after ${other.taskIds.join()}`]
				: [];
		});
	});
}

/** The log survives everything; an answer that died with the process is the only one that it cannot have. */
function notLogged(charges: Charge[], part: Part): string[] {
	const log = part.lines.join('\n').replaceAll('\\"', '"');
	return charges
		.filter((charge) => charge.part === part)
		.flatMap(({ mark, taskIds, unclear }) => {
			const missing = taskIds.filter(
				(id) => !log.includes(`task=${id} execution=${part.executionId}`),
			);
			if (missing.length === 0) return [];
			if (unclear && part.end === 'killed') return [];
			const mayExist = `${MAY_EXIST}node="${mark.node}" item=${mark.itemIndex} `;
			if (unclear && log.includes(mayExist)) return [];
			return [`not in the log (${ACCEPTED}…): ${missing.join()} of ${mark.text}`];
		});
}

/** What a user sees of an execution: outputs, errors, and the items of a node that waits. */
function shownOf({ data }: IRun): string {
	const { runData, error } = data.resultData;
	const errorText = (one?: ExecutionError) => one && [one.message, one.description];
	const outputs = Object.values(runData).flatMap((runs) =>
		runs.map((one) => [one.data, errorText(one.error)]),
	);
	const waiting = data.waitTill ? data.executionData?.nodeExecutionStack : [];
	return JSON.stringify([outputs, errorText(error), waiting?.map((entry) => entry.data)]);
}

/** What the node itself outputs for the item; undefined if the node ended with an error. */
function shownOfItem({ data }: IRun, { node, runIndex, itemIndex }: Mark): string | undefined {
	const outputs = data.resultData.runData[node]?.[runIndex]?.data?.main;
	const items = outputs?.flatMap((some) => some ?? []);
	return items && JSON.stringify(items.filter((item) => placeOf(item) === itemIndex));
}

/** Every task that n8n can know is shown wherever the execution ends or waits. */
function notShown(charges: Charge[], part: Part, index: number): string[] {
	const { run, stored = '' } = part;
	if (!run) return [];
	const shown = shownOf(run);
	const missing = charges
		.filter((charge) => charge.part === part)
		.flatMap(({ mark, taskIds, unclear }) => {
			const lost = taskIds.filter((id) => !shown.includes(id));
			const told = unclear && MAY_EXIST_IN_WORDS.test(shownOfItem(run, mark) ?? shown);
			if (lost.length === 0 || told) return [];
			return [`neither in an output nor in an error: ${lost.join()} of ${mark.text}`];
		});
	const forgotten = charges
		.filter((charge) => charge.part !== part && !charge.unclear)
		.flatMap(({ taskIds }) => taskIds)
		.filter((id) => stored.includes(id) && !shown.includes(id));
	return [...missing, ...forgotten.map((id) => `no longer shown in part ${index + 1}: ${id}`)];
}

function crashes({ run }: Part): string[] {
	const error = run?.data.resultData.error;
	const problems = [];
	if (error && !NODE_ERRORS.has(error.name)) problems.push(`a crash: ${error.stack}`);
	const pairing = run && /[^"]*paired item[^"]*/i.exec(shownOf(run));
	if (pairing) problems.push(`n8n cannot follow an item: ${pairing[0]}`);
	return problems;
}

function secrets({ run, lines }: Part, token: string): string[] {
	const places = { 'the stored execution': JSON.stringify(run ?? ''), 'the log': lines.join() };
	return Object.entries(places)
		.filter(([, text]) => text.includes(token))
		.map(([place]) => `the token is in ${place}`);
}

/** Each run of a node outputs something for each of its items, paired to it. */
function lostItems(steps: Step[], run: IRun, charges: Charge[]): string[] {
	const { data } = run;
	return steps.flatMap((step, index) => {
		const name = nameOf(index);
		const runs = data.resultData.runData[name] ?? [];
		const isLast = (runIndex: number) =>
			runIndex === runs.length - 1 && data.resultData.lastNodeExecuted === name;
		return runs.flatMap((one, runIndex) => {
			const unfinished = isLast(runIndex) && run.status === 'waiting';
			const thrown = one.error && step.onError === 'stopWorkflow';
			if (unfinished || thrown) return [];
			return problemsOfRun(data, step, { name, runIndex, one }, charges);
		});
	});
}

interface NodeRun {
	name: string;
	runIndex: number;
	one: ITaskData;
}

function problemsOfRun(
	data: IRunExecutionData,
	step: Step,
	{ name, runIndex, one }: NodeRun,
	charges: Charge[],
): string[] {
	const where = `${name}, run ${runIndex}`;
	const source = one.source[0];
	const given =
		data.resultData.runData[source?.previousNode ?? INPUT]?.[source?.previousNodeRun ?? 0]?.data
			?.main?.[source?.previousNodeOutput ?? 0] ?? [];
	const count = step.once ? Math.min(1, given.length) : given.length;
	const output = (one.data?.main ?? []).flatMap((items) => items ?? []);
	if (one.error) {
		// n8n itself passes the input on.
		return output.length < count ? [`${where}: items are lost with ${one.error.message}`] : [];
	}
	const problems = output
		.filter((item) => !range(count).includes(placeOf(item) ?? -1))
		.map(({ pairedItem }) => `${where}: an item paired to ${JSON.stringify(pairedItem)}`);
	for (const place of range(count)) {
		const own = output.filter((item) => placeOf(item) === place);
		const failed = own.some(({ json }) => json.error !== undefined);
		const wrong = failed && own.length === 1 ? false : own.length !== expected(step, own.length);
		if (wrong) problems.push(`${where}: ${own.length} items for item ${place}`);
	}
	for (const item of output) {
		const charge = charges.find(({ taskIds }) => taskIds.includes(taskIdOf(item)));
		if (charge?.mark.node !== name || charge.mark.runIndex !== runIndex) continue;
		if (charge.mark.itemIndex !== placeOf(item))
			problems.push(`${where}: ${charge.mark.text} is paired to item ${placeOf(item)}`);
	}
	return problems;
}

/** The input item that an item is paired to. */
function placeOf({ pairedItem }: INodeExecutionData): number | undefined {
	return (pairedItem as { item?: number } | undefined)?.item;
}

function taskIdOf({ json }: INodeExecutionData): string {
	const details = (json.details ?? {}) as IDataObject;
	return String(json.taskId ?? details.taskId ?? '');
}

/** How many items a node outputs for each that went well. */
function expected(step: Step, found: number): number {
	if (step.kind === 'getMany' || step.kind === 'library') return found;
	return step.kind === 'translateVideo' ? step.languages : 1;
}
