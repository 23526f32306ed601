import { createHash, createHmac, timingSafeEqual } from 'crypto';
import { compact, get, memoize } from 'lodash';
import type {
	IDataObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeProperties,
	IWebhookDescription,
} from 'n8n-workflow';

import {
	completionOptions,
	downloadWhenFinishedProperty,
	pausableCompletionProperty,
	reworded,
	taskOptions,
} from '../fields/completion';
import {
	type BodyField,
	collectionOf,
	type FieldGroup,
	groupProperty,
	label,
	textField,
	isExpression,
	atMostCharacters,
	readField,
} from '../fields/field';
import { locator } from '../fields/locators';
import { parametersOf, refusal } from '../fields/request';
import { publishedWorkflows } from '../fields/search';
import type { Credential } from '../api/credential';
import { runIndexOf } from '../n8n/capabilities';
import {
	safeJson,
	alphabetical,
	hostOf,
	notWebAddress,
	parsedUrl,
	plainText,
	PROOF,
	SECRET,
	toWebAddress,
	withQuery,
} from '../util/text';
import { warnInOutput } from '../output/output';

/** End of the path of a Task Callback Trigger, and of the webhook of a paused execution. */
const WEBHOOK_PATH = 'digital-human';

/** Where the service calls: for the description of a node, which writes the answer itself. */
export const callbackWebhook = {
	name: 'default',
	httpMethod: 'POST',
	responseMode: 'onReceived',
	responseData: '',
	path: WEBHOOK_PATH,
} as const satisfies IWebhookDescription;

/**
 * The secret that nodes with the same credential put into a callback address and look for there. It
 * opens its path, on any n8n with this token, and does not reveal the token.
 *
 * @param address or its path, which alone counts: n8n does not reliably know its own host
 */
export function secretOf(accessToken: string, address: string): string {
	const { pathname } = new URL(address, 'http://n8n');
	return hmac(accessToken, `digital human callback ${pathname}`);
}

/** What only the owner of the access token can make of a text, and which does not reveal it. */
function hmac(accessToken: string, text: string): string {
	return createHmac('sha256', accessToken.trim()).update(text).digest('hex');
}

/** In a time that does not reveal where they differ. Without a secret, nothing is the same. */
export function isSame(given: unknown, expected: string | undefined): boolean {
	if (typeof given !== 'string' || !expected) return false;
	return timingSafeEqual(Buffer.from(hash(given)), Buffer.from(hash(expected)));
}

function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/**
 * Makes the address at which the service resumes this run of the node: n8n's own for the execution,
 * with a proof. A retry gets the same proof, so that a task submitted before can resume it.
 *
 * @returns the address, which only the service knows, and the hash of its proof, which is stored in
 * the execution: it recognizes the proof and does not reveal it
 */
export function provenAddress(context: IExecuteFunctions, accessToken: string) {
	const address = new URL(context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string);
	address.pathname += `/${WEBHOOK_PATH}`;
	const run = [context.getExecutionId(), context.getNode().id, runIndexOf(context)].join(' ');
	const proof = hmac(accessToken, `digital human resume ${run}`);
	return { resumeAddress: withQuery(address.href, PROOF, proof), proofHash: hash(proof) };
}

/** Whether a call has the proof; also after the access token has been replaced. */
export function verifyProof(query: Record<string, unknown>, proofHash: string): boolean {
	return isSame(hash(plainText(query[PROOF])), proofHash);
}

/** Names and addresses that only the own machine or network can reach. */
const PRIVATE_NAME =
	/^(.*\.)?(localhost|localdomain|local|internal|intranet|private|lan|home|corp|test|invalid|home\.arpa)$/i;
const PRIVATE_IPV4 =
	/^(0|10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|198\.1[89]|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+)+$/;
const PRIVATE_IPV6 = /^\[(::1?\]|f[cd]|fe[89ab])/i;

/** Whether a service on the internet cannot call this address. */
export function isUnreachable(address: string): boolean {
	const host = parsedUrl(address)?.hostname.replace(/\.$/, '');
	if (host?.startsWith('[')) return PRIVATE_IPV6.test(host);
	return !host?.includes('.') || PRIVATE_NAME.test(host) || PRIVATE_IPV4.test(host);
}

/** The host of an address that the service cannot call, unless both are in the own network. */
export function unreachableHost(address: string, baseUrl: string): string | undefined {
	return isUnreachable(address) && !isUnreachable(baseUrl) ? hostOf(address) : undefined;
}

/** The value is the trigger's address in both modes, so that the node runs without the list. */
const callbackUrl: BodyField = {
	property: locator({
		name: 'callbackUrl',
		displayName: 'When Finished, Start Workflow',
		searchMethod: 'searchCallbackWorkflows',
		description:
			"Workflow to start when the task has finished: a published one with a 'Digital Human Task Callback Trigger' that uses the same credential, or the Production URL of such a trigger. If empty, no workflow is started.",
		byHand: {
			displayName: 'By URL',
			name: 'url',
			placeholder: 'e.g. https://n8n.example.com/webhook/…/digital-human',
		},
		displayOptions: { show: { completion: ['return'] } },
	}),
	check(value) {
		const url = parsedUrl(toWebAddress(value) ?? '');
		if (!url) return notWebAddress(value);
		return url.pathname.includes('/webhook-test/')
			? `is a test URL, which only works while the editor listens. ${PUBLISH}`
			: undefined;
	},
	send: toWebAddress,
};

const PUBLISH =
	'Publish the workflow, then choose it in the list or enter the Production URL of its trigger';

const reference: BodyField = {
	...textField('reference', {
		displayName: 'Reference',
		name: 'reference',
		placeholder: 'e.g. order 1042',
		displayOptions: { show: { '/completion': ['return'] } },
		description:
			"Your own text, which the 'Digital Human Task Callback Trigger' outputs with the finished task. Needs a workflow in 'When Finished, Start Workflow'.",
	}),
	check: atMostCharacters(500),
};

/** The collection "Options" of a node that submits work and has no further options. */
export const optionsProperty = collectionOf('Option', completionOptions);

/**
 * The fields about completion of a node whose operation accepts a callback, and its optional ones.
 *
 * @param completion the choices, where they are not the usual ones
 * @param limit how long the node waits for a task, in words
 */
export function pausableProperties(
	additionalFields: FieldGroup,
	completion: INodeProperties = pausableCompletionProperty,
	limit = 'one hour; when pausing, two hours',
): INodeProperties[] {
	const whenPausing: Readonly<Record<string, Partial<INodeProperties>>> = {
		[taskOptions.timeLimit.name]: {
			description: `Maximum wait for the results. If not set, ${limit}. Submitted tasks keep running at the service.`,
		},
		[taskOptions.onTaskFailure.name]: {
			options: reworded(taskOptions.onTaskFailure, {
				fail: 'An error of this node; after a pause, it leaves through the error output, or else with the state failed',
			}).options,
		},
	};
	const options = [...completionOptions, reference.property]
		.map((option) => ({ ...option, ...whenPausing[option.name] }))
		.sort(alphabetical('displayName'));
	return [
		completion,
		downloadWhenFinishedProperty,
		callbackUrl.property,
		groupProperty(additionalFields),
		collectionOf('Option', options),
	];
}

/**
 * Reads the user's callback addresses, each with the user's reference, and with the credential's
 * secret unless the user added one. One that the service cannot reach is shown in the output panel,
 * once for each host.
 */
export function callbacksOf(context: IExecuteFunctions, { accessToken, baseUrl }: Credential) {
	const warn = memoize((host: string) =>
		warnInOutput(
			context,
			`'When Finished, Start Workflow' points to ${host}, which cannot be reached from the internet, so the callback may not arrive. Use the public address of n8n (N8N_WEBHOOK_URL, in older n8n WEBHOOK_URL), or fetch the result with 'Digital Human Get Task'`,
		),
	);
	const isUnheard = memoize(async (address: string) => await isNotRegistered(context, address));
	return {
		/** Of an item; throws a NodeOperationError about what is wrong with it. */
		callbackOf(itemIndex: number): string | undefined {
			const { read, written } = parametersOf(context, itemIndex);
			const { name } = callbackUrl.property;
			const entered = written?.(name);
			// An expression that returns nothing is a mistake.
			const field = { ...callbackUrl, required: isExpression(entered) };
			const { value, violation } = readField(field, read(name), entered);
			const { name: option } = reference.property;
			const writtenText = written?.(`options.${option}`);
			const noted = readField(reference, get(read('options'), option), writtenText);
			const { value: text } = noted;
			const address = value as string | undefined;
			const isAlone = !address && !violation && text !== undefined;
			const needed = isAlone && `${label(reference)} needs a workflow in ${label(callbackUrl)}`;
			const violations = compact([violation, needed, noted.violation]);
			if (violations.length > 0) throw refusal(context, itemIndex, violations);
			if (!address) return undefined;
			const host = unreachableHost(address, baseUrl);
			if (host !== undefined) warn(host);
			const callback = text === undefined ? address : withQuery(address, 'reference', String(text));
			if (new URL(address).searchParams.has(SECRET)) return callback;
			return withQuery(callback, SECRET, secretOf(accessToken, address));
		},
		/** Throws where n8n says that nothing listens, or each task would start the node again. */
		async requireListening({ callback }: IDataObject, itemIndex: number): Promise<void> {
			if (typeof callback !== 'string') return;
			const { origin, pathname } = new URL(callback);
			const address = origin + pathname;
			const { workflowId } = publishedWorkflows.get(address) ?? {};
			const isOwn = workflowId !== undefined && workflowId === context.getWorkflow().id;
			const before = isOwn ? context.getParentNodes(context.getNode().name) : [];
			if (before.some(({ type }) => type.endsWith('digitalHumanTaskTrigger'))) {
				throw refusal(context, itemIndex, [ENDLESS]);
			}
			if (!(await isUnheard(address))) return;
			const problem = `'When Finished, Start Workflow' is the address of a trigger of this n8n that is not published. ${PUBLISH}`;
			throw refusal(context, itemIndex, [problem]);
		},
	};
}

const ENDLESS =
	"'When Finished, Start Workflow' is this workflow, which each finished task would start again. Choose another workflow, or submit in a workflow of its own";

/** The user waits for the answer before anything is submitted, in milliseconds. */
const OWN_ANSWER_MS = 5_000;

/**
 * Whether n8n itself says that no trigger listens at this address of its own. Asked by GET, which a
 * published one answers too, because a process of n8n does not know what others have published.
 */
async function isNotRegistered(context: IExecuteFunctions, address: string): Promise<boolean> {
	const own = parsedUrl(context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string);
	if (!address.startsWith(`${own?.origin}/`) || !address.endsWith(`/${WEBHOOK_PATH}`)) return false;
	try {
		const { statusCode, body } = (await context.helpers.httpRequest({
			url: address,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			returnFullResponse: true,
			timeout: OWN_ANSWER_MS,
		})) as IN8nHttpFullResponse;
		return statusCode === 404 && /webhook .+ is not registered/.test(safeJson(body));
	} catch {
		return false;
	}
}

/** A request body without the secrets in its callback address, for outputs. */
export function hiddenSecrets(body: object): object {
	const url = parsedUrl(String(get(body, 'callback')));
	if (!url) return body;
	for (const name of [...url.searchParams.keys()]) {
		if (name !== 'reference') url.searchParams.set(name, '***');
	}
	if (url.password) url.password = '***';
	return { ...body, callback: url.href };
}
