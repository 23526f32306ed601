import compact from 'lodash/compact';
import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { filesById, type PendingFile, type PendingItem, withFiles } from '../fields/files';
import { type ItemParameters, NOTHING_SUBMITTED, parametersOf, refusal } from '../fields/request';
import { type FileRef, learnInputSizes } from '../files/fileRef';
import { requireFile } from '../files/upload';
import type { ServiceClient } from '../service/client';
import { operations, type OperationName } from '../service/endpoints';
import { unclearFailure } from '../service/failure';
import type { KeptFields, TaskKind } from '../tasks/task';
import { CancelledError, throwIfCancelled } from '../util/async';
import type { SubmitMemory } from './memory';
import { readFileName, type readSettings } from './options';
import { type Cost, hint, runError } from './output';

type SubmitItem = Omit<PendingItem, 'client'>;

/** A request as far as it is known without asking the service: all but the ids of its files. */
export interface BodyRequest {
	body: IDataObject;
	files: PendingFile[];
	/** The name of its result files, without extension; undefined for that of the service. */
	fileName?: string;
	/** The file that is worked on, after which the result files are named. */
	source?: FileRef;
	/** What the output panel tells the user about the request, once for all items. */
	hint?: string;
}

/** What an operation that submits work has to say; the rest is the same for all of them. */
export interface SubmitOperation<Request extends BodyRequest = BodyRequest> {
	kind: TaskKind;
	/** What submits the work. */
	endpoint: OperationName;
	/** Whether the body may have the service's field `callback`. */
	acceptsCallback?: true;
	/**
	 * Reads and checks the parameters of one item without sending anything.
	 *
	 * @returns the request, or every violation of the service's rules, and what to do about them
	 */
	prepare(parameters: ItemParameters): Request | { violations: string[]; advice?: string };
	/** Checks and completes a request by what the service knows; throws an Error if it is wrong. */
	lookUp?(client: ServiceClient, request: Request, item: SubmitItem): Promise<Request>;
	/** Sends the body of one item, and returns its task IDs, where the answer is not just one. */
	create?(client: ServiceClient, body: object, item: SubmitItem): Promise<string[]>;
	/** What a body costs, where the service publishes it. */
	costOf?(body: object): Cost | undefined;
	/** Gives what is known of a task from its submit, and the service does not return. */
	kept?(context: IExecuteFunctions, request: Request): (taskId: string) => KeptFields;
	/** A sentence for each task that was asked for and is not among those that the service took. */
	missing?(context: IExecuteFunctions, request: Request, taskIds: string[]): string[];
}

/** One run of a node that submits work. */
export interface Run {
	context: IExecuteFunctions;
	client: ServiceClient;
	settings: ReturnType<typeof readSettings>;
	memory: SubmitMemory;
	/** What the output panel says already. */
	hints: Set<string>;
	/** Whether the first error ends the run. */
	stopOnError: boolean;
	/** Whether the service can be asked about the tasks. */
	canCheck: boolean;
	/** The user's callback address; throws a NodeOperationError about what is wrong with it. */
	callbackOf?(itemIndex: number): string | undefined;
	/** @throws NodeOperationError when n8n says that nothing listens at the address in a body */
	requireListening?(body: IDataObject, itemIndex: number): Promise<void>;
	/** This execution's address. No part of the remembered request: a retry has another one. */
	resumeAddress?: string;
	/** By which the proof in that address is recognized. */
	seal?: string;
}

/** @throws NodeOperationError that names everything that is wrong with the item */
export function prepareItem<Request extends BodyRequest>(
	{ context, callbackOf, settings, hints }: Run,
	operation: SubmitOperation<Request>,
	itemIndex: number,
): Request {
	const request = operation.prepare(parametersOf(context, itemIndex));
	const { violations, advice = '' } =
		'violations' in request ? request : { violations: [] as string[] };
	const source = 'violations' in request ? undefined : request.source;
	const name = readFileName(context, itemIndex, source);
	const all = [...violations, ...settings.violations, ...name.violations];
	if (all.length > 0 || 'violations' in request) {
		throw refusal(context, itemIndex, all, `${advice} ${NOTHING_SUBMITTED}.`.trim());
	}
	if (request.hint !== undefined && !hints.has(request.hint)) {
		hints.add(request.hint);
		hint(context, request.hint);
	}
	const callback = callbackOf?.(itemIndex);
	const body = callback === undefined ? request.body : { ...request.body, callback };
	return { ...request, body, fileName: name.fileName };
}

/** The body of a request as it is sent, with its files uploaded. */
export async function bodyOf(
	{ client, resumeAddress: callback }: Pick<Run, 'client' | 'resumeAddress'>,
	{ body, files }: BodyRequest,
	item: SubmitItem,
): Promise<IDataObject> {
	const complete = callback === undefined ? body : { ...body, callback };
	return await withFiles({ client, ...item }, complete, files);
}

/** Items about which the service is asked at once. */
export const LOOK_UPS_AT_ONCE = 10;

/**
 * Asks whether the files that were chosen by their IDs can be used, and what the operation looks
 * up.
 *
 * @returns the request, completed by what was looked up
 * @throws Error that says what is wrong with the item, or why that is not known
 */
export async function lookUpItem<Request extends BodyRequest>(
	{ client, requireListening }: Run,
	operation: SubmitOperation<Request>,
	request: Request,
	item: SubmitItem,
): Promise<Request> {
	await requireListening?.(request.body, item.itemIndex);
	for (const file of filesById(request.files)) {
		throwIfCancelled(client.signal);
		await requireFile({ client, ...item }, file);
	}
	throwIfCancelled(client.signal);
	return (await operation.lookUp?.(client, request, item)) ?? request;
}

/** An item whose parameters were read, or what is wrong with them. */
export type PreparedItem<Request> = { itemIndex: number } & (
	| { request: Request }
	| { error: unknown }
);

/** Reads and checks all items, so that what is wrong shows before anything is sent. */
export async function prepareAll<Request>(
	context: IExecuteFunctions,
	prepare: (itemIndex: number) => Request,
): Promise<Array<PreparedItem<Request>>> {
	await learnInputSizes(context);
	return context.getInputData().map((_, itemIndex) => {
		try {
			return { itemIndex, request: prepare(itemIndex) };
		} catch (error) {
			return { itemIndex, error };
		}
	});
}

/** @throws NodeOperationError of the first item with an error, naming the others, with the note */
export function throwFirstError(
	context: IExecuteFunctions,
	items: ReadonlyArray<{ itemIndex: number } | undefined>,
	note?: string,
): void {
	const failed = items.flatMap((item) => (item && 'error' in item ? [item] : []));
	const ownFault = failed.filter(({ error }) => !(error instanceof CancelledError));
	// Items that were stopped because another one failed have no fault of their own.
	const [first, ...others] = ownFault.length > 0 ? ownFault : failed;
	if (!first) return;
	const also = others.map(({ itemIndex }) => itemIndex + 1);
	const othersFailed = also.length > 0 && `Other items with errors: ${shortList(also)}.`;
	const notes = compact([othersFailed, unclearNote(others), note]).join(' ');
	throw runError(context, first.error, first.itemIndex, notes || undefined);
}

/** What happened to the items without an error, and how to go on with them. */
export function othersNote(items: readonly object[], done = 'submitted'): string | undefined {
	if (items.every((item) => 'error' in item)) return undefined;
	return `The other items were not ${done} either. To continue without items that fail, choose 'Continue' in 'On Error' of this node's settings.`;
}

/** Names further items whose submit may have created a task, so that none is paid for again. */
function unclearNote(items: ReadonlyArray<{ itemIndex: number; error: unknown }>): string {
	const unclear = items.flatMap(({ itemIndex, error }) => {
		const failure = unclearFailure(error);
		return failure ? [{ item: itemIndex + 1, operation: failure.operation }] : [];
	});
	const [first] = unclear;
	if (!first) return '';
	const named = unclear.map(({ item }) => item);
	return `Of these, a task may still have been created for: ${shortList(named)}. ${operations[first.operation].lookUp}`;
}

/** The first hundred of a list in a message. */
export function shortList(entries: ReadonlyArray<string | number>): string {
	const shown = entries.slice(0, 100).join('; ');
	return entries.length > 100 ? `${shown}; and ${entries.length - 100} more` : shown;
}

/** The output of 'Pause and Loop' from which the line goes back to the node's input. */
const IN_PROGRESS = 0;

interface Line {
	node: string;
	/** Output of that node. */
	index: number;
}

/** What n8n's context has in addition to what its type says. */
interface Wiring {
	/** The lines that end at a node, by its inputs. */
	getConnections?(to: { name: string }, type: 'main'): Array<Line[] | null>;
	runExecutionData?: { startData?: { destinationNode?: string | { nodeName?: string } } };
}

/** The node up to which the editor runs, as by 'Execute step', which leaves out the line back. */
export function destinationOf(context: IExecuteFunctions): string | undefined {
	const { runExecutionData } = context as IExecuteFunctions & Wiring;
	const destination = runExecutionData?.startData?.destinationNode;
	return typeof destination === 'object' ? destination.nodeName : destination;
}

/**
 * Refuses a loop in which no line leads from 'In Progress' back to the node, so that nothing would
 * check the tasks again. Where n8n does not show the lines, nothing is refused.
 *
 * @param name the node that loops
 * @param note what has happened so far
 * @throws NodeOperationError that says what to connect
 */
export function requireLoopConnection(context: IExecuteFunctions, name: string, note = ''): void {
	if (isLooped(context, name)) return;
	const target = name === context.getNode().name ? 'this node' : `'${name}'`;
	throw new NodeOperationError(
		context.getNode(),
		`'Pause and Loop' needs a connection from 'In Progress' back to ${target}`,
		{
			description: `${note}Connect the output 'In Progress' of '${name}' to the input of '${name}', or choose 'Wait' in 'When Not Finished'. Without it, the workflow would end while tasks are still in progress.`,
		},
	);
}

/**
 * The same for nodes behind one that submits work, before that costs credits: only while the
 * workflow is built, since a published one may never come to them.
 *
 * @throws NodeOperationError that says what to connect
 */
export function requireLoopsAfter(context: IExecuteFunctions): void {
	if (context.getMode() !== 'manual' || destinationOf(context) !== undefined) return;
	const { name: self } = context.getNode();
	for (const node of context.getChildNodes(self, { includeNodeParameters: true })) {
		const { name, type, disabled, parameters } = node;
		const loops =
			parameters?.whenNotFinished === 'pauseAndLoop' && parameters.operation !== 'getAll';
		if (disabled || !loops || !type.endsWith('digitalHumanGetTask')) continue;
		requireLoopConnection(context, name, 'Nothing was submitted. ');
	}
}

/** Whether a way leads from a node's first output back to its input. */
function isLooped(context: IExecuteFunctions & Wiring, name: string): boolean {
	if (context.getConnections === undefined) return true;
	const seen = new Set([name]);
	for (const node of seen) {
		for (const lines of context.getConnections({ name: node }, 'main')) {
			for (const line of lines ?? []) {
				if (line.node === name && line.index === IN_PROGRESS) return true;
				// The loop over the set continues with what is added to it.
				seen.add(line.node);
			}
		}
	}
	return false;
}
