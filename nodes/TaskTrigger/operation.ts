import { createHash } from 'crypto';
import { compact, maxBy, uniq } from 'lodash';
import {
	type IDataObject,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { publishedWorkflows } from '../shared/pickers/search';
import {
	downloadResultProperty,
	taskOptions,
	triggerOnProperty,
} from '../shared/fields/completion';
import { readOptions } from '../shared/fields/options';
import { collectionOf } from '../shared/fields/properties';
import { Callback } from '../shared/callbacks/callback';
import { isSame, secretOf } from '../shared/callbacks/address';
import { outputSettings } from '../shared/output/settings';
import { settledItems } from '../shared/completion/resultFiles';
import { createClient } from '../shared/api/client';
import { CREDENTIAL, credentialIdOf, readCredential } from '../shared/api/credential';
import { kindOptions, kinds } from '../shared/tasks/kinds';
import { sampleTasks } from '../shared/tasks/lookUp';
import { hasOutcome, isFinal, type Outcome, type Task, taskKey } from '../shared/model/task';
import { VOICE } from '../shared/tasks/voice';
import type { TaskKind } from '../shared/model/taskKind';
import type { TaskStatus, WatchedTask } from '../shared/model/taskStatus';
import { errorText, PackError } from '../shared/util/errors';
import { taskTriggerMessages } from './messages';
import { alphabetical, plainText, SECRET } from '../shared/util/text';
import { toNodeError } from '../shared/output/nodeError';

/** Kinds that the service reports by callback (service.md 6), for a list in the editor. */
const callbackKindOptions: INodePropertyOptions[] = [
	...kindOptions
		.filter(({ value }) => kinds[String(value)]?.pauseMinutes)
		.map(({ name, value }) => ({ name, value })),
	{ name: 'Custom Voice', value: VOICE },
].sort(alphabetical('name'));

const taskKinds = {
	displayName: 'Task Kinds',
	name: 'taskKinds',
	type: 'multiOptions',
	options: callbackKindOptions,
	default: [],
	hint: 'If empty, tasks of all kinds start the workflow',
	description:
		'Only callbacks for these kinds of task start the workflow. If empty, callbacks for all kinds do.',
} satisfies INodeProperties;

const secretFrom = {
	displayName: 'Secret in the URL',
	name: 'secretFrom',
	type: 'options',
	options: [
		{
			name: 'From the Credential',
			value: 'credential',
			description:
				'Digital Human nodes with the same credential add it to the Production URL automatically',
		},
		{
			name: 'My Own',
			value: 'own',
			description:
				'Add ?secret=… to the end of the Production URL yourself. The workflow is not offered in lists.',
		},
		{
			name: 'None',
			value: 'none',
			description: 'Accept callbacks from everyone who knows the Production URL',
		},
	],
	default: 'credential',
	description:
		'Secret that callers must include; other calls are rejected. If not set, it comes from the credential.',
} satisfies INodeProperties;

const secret = {
	displayName: 'Secret',
	name: 'secret',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	displayOptions: { show: { [secretFrom.name]: ['own'] } },
	description:
		'The letters and digits that follow ?secret= at the end of the Production URL. If empty, the workflow cannot be published.',
} satisfies INodeProperties;

const verify = {
	displayName: 'Verify With Service',
	name: 'verify',
	type: 'boolean',
	default: true,
	description:
		'Whether to check the task with the service and output what the service returns. Callbacks are not signed: if this is off, anyone who knows the URL and its secret could fake one, and no files are downloaded. Needs a credential. If not set, tasks are verified.',
} satisfies INodeProperties;

export const properties: INodeProperties[] = [
	{
		displayName:
			"Starts only for tasks of nodes that name this workflow. For all tasks of your account, use 'Digital Human Task Poll Trigger'. Publish this workflow, then choose it in 'When Finished, Start Workflow' of a node with the same credential ('Completion': 'Return Task ID'). For a sample, click 'Execute step' and open the Test URL above in your browser.",
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	triggerOnProperty,
	taskKinds,
	downloadResultProperty,
	collectionOf('Option', [taskOptions.outputField, secret, secretFrom, taskOptions.simple, verify]),
];

type Settings = ReturnType<typeof readSettings>;

/** @throws Error that names the field when an expression returns none of its options */
function readSettings(context: IHookFunctions | IWebhookFunctions) {
	const given = Object.assign({}, context.getNodeParameter('options')) as IDataObject;
	const names = [taskKinds.name, triggerOnProperty.name, downloadResultProperty.name];
	for (const name of names) given[name] = context.getNodeParameter(name, null) as string | null;
	const triggerOn = { ...triggerOnProperty, required: true };
	const chosen = readOptions({ secretFrom, verify, taskKinds, triggerOn }, given);
	return {
		// An expression that returns nothing is not a choice to accept callbacks unchecked.
		from: chosen.secretFrom ?? 'credential',
		verifies: chosen.verify ?? true,
		/** Empty for none. */
		secret: ownSecret(given[secret.name]),
		kindNames: chosen.taskKinds ?? callbackKindOptions.map(({ value }) => String(value)),
		outcome: chosen.triggerOn as Outcome,
		output: outputSettings(given, given[downloadResultProperty.name]),
	};
}

/** What an expression gives as text that found nothing: everybody could guess such a secret. */
const NO_SECRET = /^(undefined|null|nan|true|false|\[object object\])$/i;

/** @returns the secret that the user has chosen; empty for none */
function ownSecret(given: unknown): string {
	const text = plainText(given);
	return NO_SECRET.test(text) ? '' : text;
}

/** Whether the address that was called carries the secret that this trigger asks for. */
async function isAuthorized(
	context: IWebhookFunctions,
	call: Callback,
	{ from, secret }: Settings,
): Promise<boolean> {
	if (from === 'none') return true;
	const given = call.query[SECRET];
	if (from === 'own') return isSame(given, secret);
	const { accessToken } = await readCredential(context);
	// As n8n knows it, and as it was called: a proxy may change it.
	const addresses = [context.getNodeWebhookUrl('default'), context.getRequestObject().path];
	return compact(addresses).some((one) => isSame(given, secretOf(accessToken, one)));
}

/**
 * Offers the workflow in the lists of nodes with the same credential, which add the secret to its
 * address; not with an own secret.
 *
 * @throws NodeOperationError that says what is missing in the settings
 */
export async function register(context: IHookFunctions): Promise<void> {
	const node = context.getNode();
	try {
		const settings = readSettings(context);
		await requireComplete(context, settings);
		const address = context.getNodeWebhookUrl('default');
		// The test URL only works while the editor listens.
		if (address === undefined || context.getMode() === 'manual') return;
		publishedWorkflows.delete(address);
		const credentialId = credentialIdOf(node);
		if (credentialId === undefined || settings.from === 'own') return;
		const { id: workflowId = '', name: workflowName = '' } = context.getWorkflow();
		const triggerName = node.name;
		publishedWorkflows.set(address, { credentialId, workflowId, workflowName, triggerName });
	} catch (error) {
		throw toNodeError(node, error);
	}
}

/** @throws Error that says what is missing */
async function requireComplete(context: IHookFunctions, { from, secret, verifies }: Settings) {
	if (from === 'own' && secret === '') {
		throw new PackError(taskTriggerMessages.secretMissing);
	}
	if (from === 'own' && encodeURIComponent(secret) !== secret) {
		throw new PackError(taskTriggerMessages.secretHasSigns);
	}
	if ((verifies || from === 'credential') && !context.getNode().credentials?.[CREDENTIAL]) {
		throw new PackError(taskTriggerMessages.needsCredential);
	}
	if (from !== 'credential') return;
	// Without a token, anyone could find the secret. n8n may be unable to read it at the moment.
	await readCredential(context).catch((error: unknown) => {
		if (error instanceof PackError) throw error;
	});
}

/** Takes it back; for a test URL, which n8n gives up in the same way, this does nothing. */
export function unregister(context: IHookFunctions): void {
	publishedWorkflows.delete(context.getNodeWebhookUrl('default') ?? '');
}

const MAX_REMEMBERED = 2_000;

/** Field of the node's static data: the marks of the tasks in one text, the oldest first. */
const FIELD = 'startedFor';

/**
 * Marks that this process knows, by workflow and node: calls at the same time do not see each other
 * in the static data, which n8n loads for each call and saves afterwards.
 */
const memory = new Map<string, { done: Set<string>; underWay: Set<string> }>();

/** Marks of the tasks that the trigger has started its workflow for, and of those that it deals with. */
function marksOf(context: IWebhookFunctions) {
	const fresh = { done: new Set<string>(), underWay: new Set<string>() };
	// While the editor listens, each call is a test event.
	if (context.getMode() === 'manual') return fresh;
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	const marks = memory.get(key) ?? fresh;
	memory.set(key, marks);
	const stored = context.getWorkflowStaticData('node')[FIELD];
	for (const mark of plainText(stored).match(/\S+/g) ?? []) marks.done.add(mark);
	return marks;
}

/** Has n8n store them with the end of the call, over restarts and for all its processes. */
function store(context: IWebhookFunctions, marks: Set<string>): void {
	if (context.getMode() === 'manual') return;
	for (const mark of [...marks].slice(0, -MAX_REMEMBERED)) marks.delete(mark);
	context.getWorkflowStaticData('node')[FIELD] = [...marks].join(' ');
}

function markOf(task: Task): string {
	return createHash('sha256').update(taskKey(task)).digest('base64url').slice(0, 12);
}

/** Handles one call of the trigger's address. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const isSetup = context.getWebhookName() === 'setup';
	return await Callback.answer(context, async (call) =>
		isSetup ? await startWithSample(context, call) : await take(context, call),
	);
}

/**
 * Starts the workflow for a genuine, finished task of a chosen kind, once. Everything else starts
 * nothing; 2xx is only answered when nothing is left to do.
 */
async function take(context: IWebhookFunctions, call: Callback): Promise<IWebhookResponseData> {
	const settings = readSettings(context);
	if (!(await isAuthorized(context, call, settings))) {
		return call.refuse(403, taskTriggerMessages.wrongSecret);
	}
	const { task: reported } = call;
	if (reported && !settings.kindNames.includes(reported.taskKind)) {
		return call.reply(200, taskTriggerMessages.otherKind);
	}
	const { done, underWay } = marksOf(context);
	const isSeen = (mark: string) => done.has(mark) || underWay.has(mark);
	if (reported && isSeen(markOf(reported)))
		return call.reply(200, taskTriggerMessages.alreadyReceived);

	const found = await confirm(call, settings);
	if (!('task' in found)) return found;
	if (!isFinal(found.task)) return call.reply(200, taskTriggerMessages.notFinished);
	const mark = markOf(found.task);
	if (isSeen(mark)) return call.reply(200, taskTriggerMessages.alreadyReceived);
	underWay.add(mark);
	try {
		const isWanted = hasOutcome(found.task, settings.outcome);
		const items = isWanted ? await itemsOf(context, call, settings, found) : undefined;
		store(context, done.add(mark));
		return items ? start(call, items) : call.reply(200, taskTriggerMessages.otherOutcome);
	} finally {
		underWay.delete(mark);
	}
}

/** For a test event, the newest finished task of the service's lists. In production, nothing. */
async function startWithSample(context: IWebhookFunctions, call: Callback) {
	if (context.getMode() !== 'manual') return call.reply(405, taskTriggerMessages.onlyPost);
	try {
		const settings = readSettings(context);
		const listed = settings.kindNames.flatMap((name) => kinds[name] ?? []);
		const tasks = await sampleTasks(await createClient(context), listed, settings.outcome);
		const task = maxBy(tasks, ({ createdAt = '' }) => createdAt);
		if (task) return start(call, await itemsOf(context, call, settings, { task }));
	} catch (error) {
		return call.reply(502, errorText(error));
	}
	return call.reply(404, taskTriggerMessages.noSample);
}

interface Finding {
	task: Task;
	/** Whether only the callback reports it. */
	isUnconfirmed?: true;
}

/** What the service says of the task in a call. */
type Confirmation =
	| { is: 'finished'; task: Task }
	| { is: 'open' }
	/** The kinds that were asked do not have it. */
	| { is: 'unknown' }
	/** The service cannot be asked about the kind that the body belongs to. */
	| { is: 'unasked'; reported: Task }
	/** The call names no task, or is not to be verified. */
	| { is: 'nothing' };

/**
 * Finds the task of a call. Where the service cannot be asked, a secret in the address vouches for the body.
 *
 * @returns the task, or the answer to a call that starts nothing
 * @throws Error when the service does not tell
 */
async function confirm(
	call: Callback,
	settings: Settings,
): Promise<Finding | IWebhookResponseData> {
	const { task: reported } = call;
	if (!settings.verifies && reported) return { task: reported, isUnconfirmed: true };
	const confirmation = await askKinds(call, settings);
	switch (confirmation.is) {
		case 'finished':
			return { task: confirmation.task };
		case 'open':
			return call.refuse(503, taskTriggerMessages.notFinishedYet);
		case 'unknown':
			return call.refuse(404, taskTriggerMessages.unknownTask);
		case 'unasked':
			return settings.from === 'none'
				? call.refuse(422, taskTriggerMessages.cannotBeChecked)
				: { task: confirmation.reported, isUnconfirmed: true };
		case 'nothing':
			return call.refuse(400, taskTriggerMessages.noCallback);
	}
}

/** Looks for the task of a call among the trigger's kinds, first where the body belongs. */
async function askKinds(call: Callback, { verifies, kindNames }: Settings): Promise<Confirmation> {
	const { taskId, task: reported } = call;
	if (!verifies || taskId === '') return { is: 'nothing' };
	let wasAsked = false;
	for (const name of uniq([reported?.taskKind ?? [], kindNames].flat())) {
		const status = await askKind(call, kinds[name]);
		if (status) {
			wasAsked = true;
			if (isFinal(status.task)) return { is: 'finished', task: status.task };
			if (isKnown(status)) return { is: 'open' };
		} else if (reported?.taskKind === name) {
			return { is: 'unasked', reported };
		}
	}
	return { is: wasAsked ? 'unknown' : 'nothing' };
}

/** @returns undefined where the service cannot be asked about the kind */
async function askKind(
	call: Callback,
	kind: TaskKind | undefined,
): Promise<TaskStatus | undefined> {
	if (!kind) return undefined;
	const { taskId } = call;
	const watched: WatchedTask = { kind, taskId, known: { by: 'id' } };
	const statusOf = await call.ask(kind, [watched], isKnown);
	return statusOf?.(kind, taskId);
}

/** One that the service does not know may be anybody's. */
function isKnown({ is }: TaskStatus): boolean {
	return is !== 'unknown';
}

/** The item of a task, with the reference of the address. */
async function itemsOf(
	context: IWebhookFunctions,
	{ query }: Callback,
	{ output, verifies }: Settings,
	{ task, isUnconfirmed }: Finding,
): Promise<INodeExecutionData[]> {
	const reference = plainText(query.reference) || undefined;
	const result = {
		is: 'finished',
		itemIndex: 0,
		task: { ...task, reference },
		isAsInput: false,
	} as const;
	return await settledItems(context, [result], output, { isUnconfirmed, canVerify: !verifies });
}

/** Answers and starts the workflow; what the trigger remembers has to be stored before. */
function start(call: Callback, items: INodeExecutionData[]): IWebhookResponseData {
	return { workflowData: [items], ...call.reply(200, taskTriggerMessages.started) };
}
