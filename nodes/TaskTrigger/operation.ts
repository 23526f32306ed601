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
	UserError,
} from 'n8n-workflow';

import { publishedWorkflows } from '../shared/fields/search';
import {
	downloadResultProperty,
	taskOptions,
	triggerOnProperty,
} from '../shared/fields/completion';
import { collectionOf, readOptions } from '../shared/fields/field';
import { Callback } from '../shared/callbacks/callback';
import { isSame, secretOf } from '../shared/callbacks/address';
import { outputSettings } from '../shared/output/options';
import { settledItems } from '../shared/completion/resultFiles';
import { createClient } from '../shared/api/client';
import { CREDENTIAL, credentialIdOf, readCredential } from '../shared/api/credential';
import { kindOptions, kinds } from '../shared/tasks/kinds';
import { sampleTasks } from '../shared/tasks/lookUp';
import { hasOutcome, isFinal, type Outcome, type Task, taskKey } from '../shared/model/task';
import { VOICE } from '../shared/tasks/voice';
import type { TaskStatus } from '../shared/model/taskStatus';
import { alphabetical, plainText, SECRET } from '../shared/util/text';
import { errorText } from '../shared/util/errors';
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
		secret: plainText(given[secret.name]),
		kindNames: chosen.taskKinds ?? callbackKindOptions.map(({ value }) => String(value)),
		outcome: chosen.triggerOn as Outcome,
		output: outputSettings(given, given[downloadResultProperty.name]),
	};
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
		throw new Error("'Secret' is missing. Enter it, or choose another 'Secret in the URL'");
	}
	if (from === 'own' && encodeURIComponent(secret) !== secret) {
		throw new Error("'Secret' has more than letters and digits. Enter another one");
	}
	if ((verifies || from === 'credential') && !context.getNode().credentials?.[CREDENTIAL]) {
		throw new Error(
			"This trigger needs a credential. Choose one. Or turn off 'Verify With Service' and choose another 'Secret in the URL': then anyone who knows the URL and its secret can fake callbacks",
		);
	}
	if (from !== 'credential') return;
	// Without a token, anyone could find the secret. n8n may be unable to read it at the moment.
	await readCredential(context).catch((error: unknown) => {
		if (error instanceof UserError) throw error;
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

const SEEN = 'This callback was already received';

/**
 * Starts the workflow for a genuine, finished task of a chosen kind, once. Everything else starts
 * nothing; 2xx is only answered when nothing is left to do.
 */
async function take(context: IWebhookFunctions, call: Callback): Promise<IWebhookResponseData> {
	const settings = readSettings(context);
	if (!(await isAuthorized(context, call, settings))) {
		return call.refuse(403, 'The address does not contain the right secret');
	}
	const { task: reported } = call;
	if (reported && !settings.kindNames.includes(reported.taskKind)) {
		return call.reply(200, 'The trigger ignores this kind of task');
	}
	const { done, underWay } = marksOf(context);
	const isSeen = (mark: string) => done.has(mark) || underWay.has(mark);
	if (reported && isSeen(markOf(reported))) return call.reply(200, SEEN);

	const found = await confirm(call, settings);
	if (!('task' in found)) return found;
	if (!isFinal(found.task)) return call.reply(200, 'The task is not finished');
	const mark = markOf(found.task);
	if (isSeen(mark)) return call.reply(200, SEEN);
	underWay.add(mark);
	try {
		const isWanted = hasOutcome(found.task, settings.outcome);
		const items = isWanted ? await itemsOf(context, call, settings, found) : undefined;
		store(context, done.add(mark));
		return items
			? start(call, items)
			: call.reply(200, 'The trigger ignores tasks with this outcome');
	} finally {
		underWay.delete(mark);
	}
}

/** For a test event, the newest finished task of the service's lists. In production, nothing. */
async function startWithSample(context: IWebhookFunctions, call: Callback) {
	if (context.getMode() !== 'manual') return call.reply(405, 'Callbacks are sent with POST');
	try {
		const settings = readSettings(context);
		const listed = settings.kindNames.flatMap((name) => kinds[name] ?? []);
		const tasks = await sampleTasks(await createClient(context), listed, settings.outcome);
		const task = maxBy(tasks, ({ createdAt = '' }) => createdAt);
		if (task) return start(call, await itemsOf(context, call, settings, { task }));
	} catch (error) {
		return call.reply(502, errorText(error));
	}
	return call.reply(
		404,
		'There is no finished task to show. Custom persons and voices cannot be listed. n8n keeps listening for a real callback',
	);
}

interface Finding {
	task: Task;
	/** Whether only the callback reports it. */
	isUnconfirmed?: true;
}

/**
 * Looks for the task among the trigger's kinds, first where the body belongs. Where the service
 * cannot be asked, a secret in the address vouches for the body.
 *
 * @returns the task, or the answer to a call that starts nothing
 * @throws Error when the service does not tell
 */
async function confirm(
	call: Callback,
	{ verifies, from, kindNames }: Settings,
): Promise<Finding | IWebhookResponseData> {
	const { taskId, task: reported } = call;
	if (!verifies && reported) return { task: reported, isUnconfirmed: true };
	let wasAsked = false;
	const names = verifies && taskId !== '' ? [reported?.taskKind ?? [], kindNames].flat() : [];
	for (const name of uniq(names)) {
		const kind = kinds[name];
		// One that the service does not know may be anybody's.
		const mayFollow = ({ is }: TaskStatus) => is !== 'unknown';
		const statusOf =
			kind && (await call.ask(kind, [{ kind, taskId, known: { by: 'id' } }], mayFollow));
		if (kind && statusOf) {
			wasAsked = true;
			const status = statusOf(kind, taskId);
			if (isFinal(status.task)) return { task: status.task };
			if (mayFollow(status)) {
				return call.refuse(503, 'The service does not report the task as finished yet');
			}
		} else if (name === reported?.taskKind) {
			return from === 'none'
				? call.refuse(422, 'This kind of task cannot be checked')
				: { task: reported, isUnconfirmed: true };
		}
	}
	return wasAsked
		? call.refuse(404, 'The service has no task with this ID')
		: call.refuse(400, 'This is not a completion callback of the service');
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
	return { workflowData: [items], ...call.reply(200, 'The workflow has been started') };
}
