import { createHash, createHmac, timingSafeEqual } from 'crypto';
import get from 'lodash/get';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { label, type BodyField } from '../fields/field';
import { locator } from '../fields/locators';
import { parametersOf, refusal } from '../fields/request';
import { isExpression, atMostCharacters, readField } from '../fields/values';
import { missing, plainText } from '../util/text';
import { hostOf, notWebAddress, parsedUrl, toWebAddress, withQuery } from '../util/url';
import { runIndexOf } from '../util/capabilities';
import { warnInOutput } from './output';

/** Names and addresses that only the own machine or network can reach. */
const PRIVATE_NAME =
	/^(.*\.)?(localhost|localdomain|local|internal|intranet|private|lan|home|corp|test|invalid|home\.arpa)$/i;
const PRIVATE_IPV4 =
	/^(0|10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|198\.1[89]|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+)+$/;
const PRIVATE_IPV6 = /^\[(::1?\]|f[cd]|fe[89ab])/i;

/** Whether a service on the internet cannot call this address. */
export function isUnreachable(address: string): boolean {
	const host = hostNameOf(address)?.replace(/\.$/, '');
	if (host?.startsWith('[')) return PRIVATE_IPV6.test(host);
	return !host?.includes('.') || PRIVATE_NAME.test(host) || PRIVATE_IPV4.test(host);
}

/** The host name of an address; undefined when it is none. */
export function hostNameOf(address: string): string | undefined {
	return parsedUrl(address)?.hostname;
}

/** Names in the query of a callback address. */
export const SECRET = 'secret';
export const REFERENCE = 'reference';

/** What an expression leaves of a text where it finds nothing. */
const NOTHING = new Set(['', 'undefined', 'null', 'NaN', '[object Object]']);

/**
 * The secret that nodes with the same credential put into a callback address and look for there. It opens this one
 * address only, and the access token cannot be found from it.
 *
 * @param address or its path, which alone counts: n8n does not reliably know under which name it is called
 */
export function secretOf(accessToken: string, address: string): string {
	const { pathname } = new URL(address, 'http://n8n');
	return hmac(accessToken, `digital human callback ${pathname}`);
}

/** What only the owner of the access token can make of a text, and from which the token cannot be found. */
function hmac(accessToken: string, text: string): string {
	return createHmac('sha256', accessToken.trim()).update(text).digest('hex');
}

/**
 * A secret that the user has set.
 *
 * @param value of the field, which an expression may have given
 * @returns undefined when it is no text that could be one; nothing equals that
 */
export function secretText(value: unknown): string | undefined {
	const text = plainText(value);
	return NOTHING.has(text) ? undefined : text;
}

/** Compares two texts in a time that does not reveal where they differ. Without a secret, nothing is the same. */
export function isSame(given: unknown, expected: string | undefined): boolean {
	if (typeof given !== 'string' || !expected) return false;
	return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

/** What administrators call the path under which n8n listens for test events. */
const TEST_NAME = /(^|[-_.])test($|[-_.])/i;

/** A part of a path that n8n makes up for a webhook: the ID of the trigger. */
const WEBHOOK_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const OWN_TEST_NAME = 'webhook-test';

/**
 * Whether this is the address of a webhook that n8n only serves while its editor listens: by n8n's own name for its
 * path, and by names with the word "test" before the ID of a trigger.
 */
function isTestAddress(address: string): boolean {
	const parts = (parsedUrl(address)?.pathname ?? '').split('/').filter(Boolean);
	return parts.some(
		(part, index) =>
			part === OWN_TEST_NAME || (TEST_NAME.test(part) && WEBHOOK_ID.test(parts[index + 1] ?? '')),
	);
}

const LONGEST_REFERENCE = 500;

/**
 * What the service calls at the end of a task, for a node that does not wait for it; on the node's top level. The value
 * is the address of a trigger in both modes, so that nothing depends on the list when the node runs.
 */
export const callbackUrlProperty: INodeProperties = locator({
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
	show: { completion: ['return'] },
});

const reference: BodyField = {
	path: REFERENCE,
	property: {
		displayName: 'Reference',
		name: 'reference',
		type: 'string',
		placeholder: 'e.g. order 1042',
		default: '',
		displayOptions: { show: { '/completion': ['return'] } },
		description:
			"Your own text, which the 'Digital Human Task Callback Trigger' outputs with the finished task. Needs a workflow in 'When Finished, Start Workflow'.",
	},
	check: atMostCharacters(LONGEST_REFERENCE),
};

/** Options of a node whose operation accepts a callback address. */
export const callbackOptions: INodeProperties[] = [reference.property];

/** What the user set for one item. */
interface CallbackFields {
	callbackUrl: unknown;
	reference?: unknown;
	/** Whether the address comes from an expression, so that an empty one is a mistake. */
	isExpression?: boolean;
}

/**
 * The callback address of one item: with the user's reference, and the secret of the credential unless the user
 * added one.
 *
 * @returns no address where the user wants none, or what is wrong as sentences
 */
export function callbackOf(fields: CallbackFields, accessToken: string): Callback {
	const given = plainText(fields.callbackUrl);
	const { value: text, violation = '' } = readField(reference, fields.reference);
	if (given === '') {
		const isAlone = text !== undefined && !fields.isExpression;
		const violations = [
			fields.isExpression ? EMPTY_EXPRESSION : '',
			isAlone ? `${label(reference)} needs a workflow in 'When Finished, Start Workflow'` : '',
			violation,
		];
		return { violations: violations.filter(Boolean) };
	}
	const address = toWebAddress(given);
	const violations = [
		address === undefined ? `'When Finished, Start Workflow' ${notWebAddress(given)}` : '',
		address !== undefined && isTestAddress(address) ? TEST_ADDRESS : '',
		violation,
	].filter(Boolean);
	if (violations.length > 0 || address === undefined) return { violations };
	const referring = text === undefined ? address : withQuery(address, REFERENCE, String(text));
	return { callback: withSecret(referring, accessToken), violations };
}

interface Callback {
	callback?: string;
	violations: string[];
}

const EMPTY_EXPRESSION = `${missing('When Finished, Start Workflow')}: its expression returned nothing. Correct the expression, or clear the field to submit without a callback`;

const TEST_ADDRESS =
	"'When Finished, Start Workflow' is a test URL, which only works while the editor listens. Publish the workflow, then choose it in the list or enter the Production URL of its trigger";

/**
 * The callback addresses that the user gave for the items of a run that does not wait. One that the service cannot
 * reach is shown in the output panel, once for each host.
 *
 * @returns gives that of one item; throws NodeOperationError that says what is wrong with its fields
 */
export function callbacksOf(
	context: IExecuteFunctions,
	accessToken: string,
): (itemIndex: number) => string | undefined {
	const warned = new Set<string>();
	return (itemIndex) => {
		const { read } = parametersOf(context, itemIndex);
		const { callback, violations } = callbackOf(
			{
				callbackUrl: read(callbackUrlProperty.name),
				reference: get(read('options'), reference.property.name),
				isExpression: isExpression(context.getNode().parameters[callbackUrlProperty.name]),
			},
			accessToken,
		);
		if (violations.length > 0) throw refusal(context, itemIndex, violations);
		if (callback === undefined) return undefined;
		const host = hostOf(callback);
		if (isUnreachable(callback) && !warned.has(host)) {
			warned.add(host);
			warnInOutput(context, unreachable(host));
		}
		return callback;
	};
}

function unreachable(host: string): string {
	return `'When Finished, Start Workflow' points to ${host}, which cannot be reached from the internet, so the callback may not arrive. Use the public address of n8n (N8N_WEBHOOK_URL, in older n8n WEBHOOK_URL), or fetch the result with 'Digital Human Get Task'`;
}

function withSecret(address: string, accessToken: string): string {
	return new URL(address).searchParams.has(SECRET)
		? address
		: withQuery(address, SECRET, secretOf(accessToken, address));
}

/**
 * End of the path of the address of a paused execution, by which n8n finds the webhook. With one of its own, a callback that
 * comes again does not resume a Wait node that the execution has come to since.
 */
export const RESUME_PATH = 'digital-human';

/** Name in the query of the address of a paused execution; n8n's own token has another one. */
export const PROOF = 'proof';

/**
 * Makes the address at which the service resumes this run of the node, with a proof, from the one that n8n has for the
 * execution, with n8n's own token where n8n has one. The same run gets the same proof, so that a task that was submitted
 * before a retry can still resume it.
 *
 * @returns the address, which only the service knows, and the seal by which the proof is recognized and from which it cannot
 * be found; it is stored in the execution
 */
export function provenAddress(
	context: IExecuteFunctions,
	accessToken: string,
): { address: string; seal: string } {
	const address = new URL(context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string);
	address.pathname += `/${RESUME_PATH}`;
	const run = [context.getExecutionId(), context.getNode().id, runIndexOf(context)].join(' ');
	const proof = hmac(accessToken, `digital human resume ${run}`);
	return { address: withQuery(address.href, PROOF, proof), seal: digest(proof).toString('hex') };
}

/** Whether the query of a call has the proof that belongs to a seal; also after the access token has been replaced. */
export function isProven(query: object, seal: string | undefined): boolean {
	const given = (query as Record<string, unknown>)[PROOF];
	return typeof given === 'string' && isSame(digest(given).toString('hex'), seal);
}
