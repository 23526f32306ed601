import { createHash } from 'crypto';
import maxBy from 'lodash/maxBy';
import uniq from 'lodash/uniq';
import {
	type IDataObject,
	type IHookFunctions,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeOperationError,
	UserError,
} from 'n8n-workflow';

import { publishedWorkflows } from '../shared/fields/callbackWorkflows';
import { downloadResultProperty, triggerOnProperty } from '../shared/fields/completion';
import { chosenOption, optionValue } from '../shared/fields/values';
import {
	answerAt,
	askTogether,
	bodyOf,
	idIn,
	isSame,
	readCallback,
	REFERENCE,
	refuse,
	reply,
	secretOf,
	secretText,
} from '../shared/run/callback';
import { outputSettings } from '../shared/run/options';
import { withFilesOf, withoutFilesOf } from '../shared/run/resultFiles';
import { createClient } from '../shared/service/client';
import { CREDENTIAL, credentialIdOf, readCredential } from '../shared/service/credential';
import { toNodeError } from '../shared/service/messages';
import { kinds } from '../shared/tasks/kinds';
import { sampleTasks } from '../shared/tasks/lookUp';
import {
	hasOutcome,
	isFinal,
	isUnread,
	type Outcome,
	type Task,
	taskKey,
} from '../shared/tasks/task';
import type { TaskStatus } from '../shared/tasks/watch';
import { asError } from '../shared/util/async';
import { inLog, inOneText, missing, SECRET } from '../shared/util/text';
import { callbackKindOptions, secret, secretFrom, taskKinds, verify } from './fields';

/** What the trigger is set to. */
type Settings = ReturnType<typeof readSettings>;

/** @throws Error that names the field when an expression returns none of its options */
function readSettings(context: IHookFunctions | IWebhookFunctions) {
	const read = (name: string): unknown => context.getNodeParameter(name);
	// An expression that returns nothing is not a choice to accept callbacks unchecked.
	const options = { [secretFrom.name]: secretFrom.default, ...(read('options') as IDataObject) };
	const chosen = optionValue<string[]>(taskKinds, read(taskKinds.name)) ?? [];
	return {
		from: chosenOption<'credential' | 'own' | 'none'>(secretFrom, options[secretFrom.name]),
		secret: options[secret.name],
		verifies: optionValue<boolean>(verify, options[verify.name]) ?? true,
		kindNames: chosen.length > 0 ? chosen : callbackKindOptions.map(({ value }) => String(value)),
		outcome: chosenOption<Outcome>(triggerOnProperty, read(triggerOnProperty.name)),
		output: outputSettings(options, context.getNodeParameter(downloadResultProperty.name, false)),
	};
}

/** Whether the address that was called carries the secret that this trigger asks for. */
async function isAuthorized(
	context: IWebhookFunctions,
	{ from, secret }: Settings,
): Promise<boolean> {
	if (from === 'none') return true;
	const given = (context.getQueryData() as Record<string, unknown>)[SECRET];
	if (from === 'own') return isSame(given, secretText(secret));
	const { accessToken } = await readCredential(context);
	// As n8n knows it, and as it was called: a proxy may change it.
	const addresses = [context.getNodeWebhookUrl('default'), context.getRequestObject().path];
	return addresses.some(
		(address) => address !== undefined && isSame(given, secretOf(accessToken, address)),
	);
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
		const from = await requireComplete(context);
		const address = context.getNodeWebhookUrl('default');
		// The test URL only works while the editor listens.
		if (address === undefined || context.getMode() === 'manual') return;
		const credentialId = credentialIdOf(node);
		const { id: workflowId = '', name: workflowName = '' } = context.getWorkflow();
		if (credentialId === undefined || from === 'own') publishedWorkflows.delete(address);
		else
			publishedWorkflows.set(address, {
				credentialId,
				workflowId,
				workflowName,
				triggerName: node.name,
			});
	} catch (error) {
		throw toNodeError(node, error);
	}
}

/** @throws Error that says what is missing */
async function requireComplete(context: IHookFunctions): Promise<Settings['from']> {
	const { from, secret: given, verifies } = readSettings(context);
	if (from === 'own' && secretText(given) === undefined) {
		throw new NodeOperationError(context.getNode(), missing(secret.displayName), {
			description: `Enter it, or choose another '${secretFrom.displayName}'.`,
		});
	}
	if ((verifies || from === 'credential') && !context.getNode().credentials?.[CREDENTIAL]) {
		throw new NodeOperationError(context.getNode(), 'This trigger needs a credential', {
			description: `Choose a credential. Or turn off '${verify.displayName}' and choose another '${secretFrom.displayName}': then anyone who knows the address and its secret can fake callbacks.`,
		});
	}
	// Without a token, anyone could find the secret. n8n may be unable to read it at the moment.
	if (from === 'credential') {
		await readCredential(context).catch((error: unknown) => {
			if (error instanceof UserError) throw error;
		});
	}
	return from;
}

/** Takes it back; for a test URL, which n8n gives up in the same way, this does nothing. */
export function unregister(context: IHookFunctions): void {
	publishedWorkflows.delete(context.getNodeWebhookUrl('default') ?? '');
}

const MAX_REMEMBERED = 2_000;
const MARK_LENGTH = 12;
const MARKS = new RegExp(`.{${MARK_LENGTH}}`, 'g');

/** Field of the node's static data: the marks of the tasks in one text, the oldest first. */
const FIELD = 'startedFor';

/**
 * Marks that this process knows, by workflow and node: calls at the same time do not see each other
 * in the static data, which n8n loads for each call and saves afterwards.
 */
const memory = new Map<string, Set<string>>();

/** The tasks that a trigger has started its workflow for or deals with; each starts it once. */
export class SeenTasks {
	private readonly marks: Set<string>;

	constructor(private readonly context: IWebhookFunctions) {
		const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		this.marks = memory.get(key) ?? new Set();
		memory.set(key, this.marks);
		const stored = context.getWorkflowStaticData('node')[FIELD];
		const marks = typeof stored === 'string' ? stored.match(MARKS) : undefined;
		for (const mark of marks ?? []) this.marks.add(mark);
	}

	has(task: Task): boolean {
		return this.marks.has(markOf(task));
	}

	add(task: Task): void {
		this.marks.add(markOf(task));
	}

	/** For a task whose start has failed. */
	delete(task: Task): void {
		this.marks.delete(markOf(task));
	}

	/** Has n8n store them, over restarts and for all its processes. */
	save(): void {
		for (const mark of [...this.marks].slice(0, -MAX_REMEMBERED)) this.marks.delete(mark);
		this.context.getWorkflowStaticData('node')[FIELD] = [...this.marks].join('');
	}
}

function markOf(task: Task): string {
	const hash = createHash('sha256').update(taskKey(task)).digest('base64url');
	return hash.slice(0, MARK_LENGTH);
}

/** The answer to a call that starts nothing. */
interface Refusal {
	status: number;
	message: string;
}

/** A task that starts the workflow, and whether the service itself has confirmed it. */
interface Finding {
	task: Task;
	confirmed: boolean;
}

const NO_CALLBACK = 'This is not a completion callback of the service';
const SEEN = 'This callback was already received';
const CANNOT_CHECK = 'The task cannot be checked at the moment';
const OPEN = 'The service does not report the task as finished yet';

/**
 * Handles one call of the trigger's address, whatever happens: with an error that is thrown here,
 * n8n would start the workflow with an empty item.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		let settings: Settings;
		try {
			settings = readSettings(context);
		} catch (error) {
			context.logger.error(`The trigger is not set up correctly: ${asError(error).message}`);
			return reply(context, 500, 'The trigger is not set up correctly');
		}
		const isSetup = context.getWebhookName() === 'setup';
		return isSetup ? await startWithSample(context, settings) : await take(context, settings);
	} catch (error) {
		context.logger.error(`A callback could not be processed: ${inLog(asError(error).message)}`);
		return reply(context, 503, CANNOT_CHECK);
	}
}

/**
 * Starts the workflow for a genuine, finished task of a chosen kind, once. Everything else starts
 * nothing; 2xx is only answered when nothing is left to do.
 */
async function take(context: IWebhookFunctions, settings: Settings): Promise<IWebhookResponseData> {
	const endsAt = answerAt();
	const body = await bodyOf(context);
	try {
		if (!(await isAuthorized(context, settings))) {
			return refuse(context, 403, 'The address does not contain the right secret', body);
		}
	} catch (error) {
		context.logger.error(`The trigger cannot read its credential: ${asError(error).message}`);
		return refuse(context, 500, 'The trigger has no usable credential', body);
	}
	const reported = readCallback(body);
	const taskId = reported?.taskId ?? idIn(body);
	if (taskId === undefined) return refuse(context, 400, NO_CALLBACK, body);
	if (reported && !settings.kindNames.includes(reported.taskKind)) {
		return reply(context, 200, 'The trigger ignores this kind of task');
	}
	// While the editor listens, each call is a test event.
	const seen = context.getMode() === 'manual' ? undefined : new SeenTasks(context);
	if (reported && seen?.has(reported)) return reply(context, 200, SEEN);

	const found = await confirm(context, settings, taskId, endsAt, reported);
	if (!('task' in found)) return refuse(context, found.status, found.message, body);
	const { task } = found;
	if (!isFinal(task)) return reply(context, 200, 'The task is not finished');
	if (seen?.has(task)) return reply(context, 200, SEEN);
	seen?.add(task);
	if (!hasOutcome(task, settings.outcome)) {
		seen?.save();
		return reply(context, 200, 'The trigger ignores tasks with this outcome');
	}
	const item = await itemOf(context, found, settings).catch((error: unknown) => {
		seen?.delete(task);
		throw asError(error);
	});
	seen?.save();
	return start(context, item);
}

/** For a test event, the newest finished task of the service's lists. In production, nothing. */
async function startWithSample(
	context: IWebhookFunctions,
	settings: Settings,
): Promise<IWebhookResponseData> {
	if (context.getMode() !== 'manual') return reply(context, 405, 'Callbacks are sent with POST');
	let tasks: Task[];
	try {
		const listed = settings.kindNames.flatMap((name) => kinds[name] ?? []);
		tasks = await sampleTasks(await createClient(context), listed, settings.outcome);
	} catch (error) {
		const { message, description } = toNodeError(context.getNode(), error);
		return reply(context, 502, inOneText(message, description));
	}
	const task = maxBy(tasks, ({ createdAt = '' }) => createdAt);
	return task
		? start(context, await itemOf(context, { task, confirmed: true }, settings))
		: reply(
				context,
				404,
				'There is no finished task to show. Custom persons and voices cannot be listed. n8n keeps listening for a real callback',
			);
}

/**
 * Looks for the task among the trigger's kinds, first where the body belongs. Where the service
 * cannot be asked, a secret in the address vouches for the body.
 *
 * @param endsAt when the answer has to be there, in milliseconds since the epoch
 * @throws Error when the service does not tell
 */
async function confirm(
	context: IWebhookFunctions,
	{ verifies, from, kindNames }: Settings,
	taskId: string,
	endsAt: number,
	reported?: Task,
): Promise<Finding | Refusal> {
	let refusal: Refusal = { status: 400, message: NO_CALLBACK };
	if (!verifies) return reported ? { task: reported, confirmed: false } : refusal;
	const group = `trigger ${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	for (const name of uniq([reported?.taskKind ?? [], kindNames].flat())) {
		const kind = kinds[name];
		const question = kind && {
			kind,
			tasks: [{ kind, taskId }],
			group,
			endsAt,
			// One that the service does not know may be anybody's.
			goesOn: ({ is }: TaskStatus) => is !== 'unknown',
		};
		const statusOf = question && (await askTogether(context, question));
		if (statusOf) {
			const { is, task } = statusOf(question.kind, taskId);
			if (isFinal(task)) return { task, confirmed: true };
			if (is !== 'unknown') return { status: 503, message: isUnread(task) ? CANNOT_CHECK : OPEN };
			refusal = { status: 404, message: 'The service has no task with this ID' };
		} else if (name === reported?.taskKind) {
			return from === 'none'
				? { status: 422, message: 'This kind of task cannot be checked' }
				: { task: reported, confirmed: false };
		}
	}
	return refusal;
}

/** The item of a task, with the reference of the address. */
async function itemOf(
	context: IWebhookFunctions,
	{ task, confirmed }: Finding,
	{ output, verifies }: Settings,
): Promise<INodeExecutionData[]> {
	const given = (context.getQueryData() as Record<string, unknown>)[REFERENCE];
	const reference = typeof given === 'string' && given !== '' ? given : undefined;
	const results = [{ itemIndex: 0, task: { ...task, reference } }];
	return confirmed
		? await withFilesOf(context, results, output)
		: withoutFilesOf(context, results, output, !verifies);
}

/** Answers and starts the workflow; what the trigger remembers has to be noted before. */
function start(context: IWebhookFunctions, item: INodeExecutionData[]): IWebhookResponseData {
	return { workflowData: [item], ...reply(context, 200, 'The workflow has been started') };
}
