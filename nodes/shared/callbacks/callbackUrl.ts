import get from 'lodash/get';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { warnInOutput } from '../output/unreadStatus';
import { locator } from '../lookups';
import { label, type BodyField } from '../fields/bodyField';
import { isExpression } from '../fields/expressions';
import { parametersOf, refusal } from '../fields/request';
import { atMostCharacters, readField } from '../fields/values';
import { missing, plainText } from '../util/text';
import { hostOf, notWebAddress, toWebAddress, withQuery } from '../util/webAddress';
import { isUnreachable } from './publicAddress';
import { REFERENCE, SECRET, secretOf } from './secret';
import { isTestAddress } from './testAddress';

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
export interface CallbackFields {
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

export interface Callback {
	callback?: string;
	violations: string[];
}

const EMPTY_EXPRESSION = `${missing('When Finished, Start Workflow')}: its expression returned nothing. Correct the expression, or clear the field to submit without a callback`;

const TEST_ADDRESS =
	"'When Finished, Start Workflow' is a test URL, which only works while the editor listens. Publish the workflow, then choose it in the list or enter the Production URL of its trigger";

/**
 * Adds the callback address that the user gave to the requests of a run that does not wait. One that the service
 * cannot reach is shown in the output panel, once for each host.
 *
 * @returns changes the body of one item; throws NodeOperationError that says what is wrong with its fields
 */
export function callbackAdder(
	context: IExecuteFunctions,
	accessToken: string,
): (body: IDataObject, itemIndex: number) => IDataObject {
	const warned = new Set<string>();
	return (body, itemIndex) => {
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
		if (callback === undefined) return body;
		const host = hostOf(callback);
		if (isUnreachable(callback) && !warned.has(host)) {
			warned.add(host);
			warnInOutput(context, unreachable(host));
		}
		return { ...body, callback };
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
