import get from 'lodash/get';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { pausableCompletionProperty } from '../output/completionProperties';
import { optionValue } from '../fields/optionValue';
import type { Draft } from '../fields/draft';
import type { ItemParameters } from '../fields/request';
import { shown } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { REFERENCE, SECRET, secretOf } from './secret';

const LONGEST_REFERENCE = 500;

const whenReturning: INodeProperties['displayOptions'] = { show: { '/completion': ['return'] } };

const callbackUrl: INodeProperties = {
	displayName: 'Callback URL',
	name: 'callbackUrl',
	type: 'string',
	placeholder: 'e.g. https://n8n.example.com/webhook/…/digital-human',
	default: '',
	displayOptions: whenReturning,
	description:
		"Production URL of a 'Digital Human Task Trigger', which then starts its workflow when the task is finished",
};

const reference: INodeProperties = {
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	placeholder: 'e.g. order 1042',
	default: '',
	displayOptions: whenReturning,
	description:
		"Any text of yours, which the 'Digital Human Task Trigger' puts out together with the finished task",
};

/** Options of a node whose operation accepts a callback address. */
export const callbackOptions: INodeProperties[] = [callbackUrl, reference];

/** Adds the callback address that the user gave, for tasks that are not awaited. */
export function addCallback(
	{ body, violations }: Pick<Draft, 'body' | 'violations'>,
	{ read }: Pick<ItemParameters, 'read'>,
): void {
	if (optionValue(pausableCompletionProperty, read('completion')) !== 'return') return;
	const options = read('options');
	const given = textOf(get(options, callbackUrl.name));
	const address = toWebAddress(given);
	const text = textOf(get(options, reference.name));
	if (given === '') {
		if (text !== '') violations.push("'Reference' needs a 'Callback URL'");
		return;
	}
	if (address === undefined) {
		violations.push(
			`'Callback URL' has to be a full address that begins with https:// or http://. It is '${shown(given)}'`,
		);
	}
	if (text.length > LONGEST_REFERENCE) {
		violations.push(
			`'Reference' may have at most ${LONGEST_REFERENCE} characters. It has ${text.length}`,
		);
	}
	if (violations.length === 0 && address) body.callback = withQuery(address, { [REFERENCE]: text });
}

/** The body whose callback address, if it has one, carries its secret; one that the user put there stays. */
export function withSecret(body: IDataObject, accessToken: string): IDataObject {
	const { callback } = body;
	if (typeof callback !== 'string' || new URL(callback).searchParams.has(SECRET)) return body;
	return {
		...body,
		callback: withQuery(callback, { [SECRET]: secretOf(accessToken, callback) }),
	};
}

function withQuery(address: string, values: Record<string, string>): string {
	const url = new URL(address);
	for (const [name, value] of Object.entries(values)) {
		if (value !== '') url.searchParams.set(name, value);
	}
	return url.href;
}

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
