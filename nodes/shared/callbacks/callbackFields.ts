import { get, memoize } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Credential } from '../api/credential';
import {
	completionOptions,
	downloadWhenFinishedProperty,
	pausableCompletionProperty,
	reworded,
	taskOptions,
} from '../fields/completion';
import { atMostCharacters, type BodyField, label, readField } from '../fields/field';
import { collectionOf, type FieldGroup, groupProperty, textField } from '../fields/properties';
import { notWebAddress } from '../fields/fileFields';
import { broken } from '../fields/violations';
import { isExpression } from '../fields/values';
import { locator } from '../fields/locators';
import { parametersOf, refusal } from '../fields/readRequest';
import { publishedWorkflows } from '../pickers/callbackWorkflows';
import { isCallbackTrigger } from '../n8n/nodeTypes';
import { warnInOutput } from '../output/outputHints';
import { alphabetical } from '../util/text';
import { parsedUrl, SECRET, toWebAddress, withQuery } from '../util/webAddress';
import { callbackWebhook, secretOf, unreachableHost } from './address';
import { callbackMessages } from './callbackMessages';

/*
 * The fields in which the user chooses the workflow that starts when a task has finished, and how they are read.
 */

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
	check(value, place) {
		const url = parsedUrl(toWebAddress(value) ?? '');
		if (!url) return notWebAddress(value, place);
		const isTest = url.pathname.includes('/webhook-test/');
		return isTest ? broken(callbackMessages.testUrl(place)) : undefined;
	},
};

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

/** Reads the callback addresses that the user has chosen. */
export interface Callbacks {
	/** Of an item; throws a NodeOperationError about what is wrong with it. */
	callbackOf(itemIndex: number): string | undefined;
	/** Throws a PackError where each task would start this very workflow again. */
	refuseOwnWorkflow(body: IDataObject, itemIndex: number): void;
}

/**
 * Reads the user's callback addresses, each with the user's reference, and with the credential's
 * secret unless the user added one. One that the service cannot reach is shown in the output panel,
 * once for each host.
 */
export function callbacksOf(
	context: IExecuteFunctions,
	{ accessToken, baseUrl }: Credential,
): Callbacks {
	const warn = memoize((host: string) => warnInOutput(context, callbackMessages.unreachable(host)));
	return {
		callbackOf(itemIndex) {
			const { address, noted } = readCallback(context, itemIndex);
			if (address === undefined) return undefined;
			if (isUnpublishedHere(address)) {
				const message = callbackMessages.notPublished(label(callbackUrl));
				throw refusal(context, itemIndex, [broken(message)]);
			}
			const host = unreachableHost(address, baseUrl);
			if (host !== undefined) warn(host);
			const callback = noted === undefined ? address : withQuery(address, 'reference', noted);
			if (new URL(address).searchParams.has(SECRET)) return callback;
			return withQuery(callback, SECRET, secretOf(accessToken, address));
		},
		refuseOwnWorkflow({ callback }, itemIndex) {
			if (typeof callback !== 'string') return;
			const { origin, pathname } = new URL(callback);
			const { workflowId } = publishedWorkflows.get(origin + pathname) ?? {};
			if (workflowId === undefined || workflowId !== context.getWorkflow().id) return;
			const before = context.getParentNodes(context.getNode().name);
			if (!before.some(isCallbackTrigger)) return;
			throw refusal(context, itemIndex, [broken(callbackMessages.startsItself)]);
		},
	};
}

/**
 * Whether an address belongs to a Task Callback Trigger of this n8n that is not published. False where this process knows of no
 * published one, as a worker in queue mode.
 */
function isUnpublishedHere(address: string): boolean {
	const { origin, pathname } = new URL(address);
	const known = [...publishedWorkflows.keys()];
	const isOurs = known.some((one) => new URL(one).origin === origin);
	const isTrigger = pathname.endsWith(`/${callbackWebhook.path}`);
	return isOurs && isTrigger && !known.includes(origin + pathname);
}

/** What the fields of an item say. @throws PackError about what is wrong with them */
function readCallback(
	context: IExecuteFunctions,
	itemIndex: number,
): { address?: string; noted?: string } {
	const { read, written } = parametersOf(context, itemIndex);
	const { name } = callbackUrl.property;
	const entered = written?.(name);
	// An expression that returns nothing is a mistake.
	const field = { ...callbackUrl, required: isExpression(entered) };
	const chosen = readField(field, read(name), entered);
	const { name: option } = reference.property;
	const noted = readField(reference, get(read('options'), option), written?.(`options.${option}`));
	const violations = [chosen, noted].flatMap((one) => ('violation' in one ? one.violation : []));
	const address = 'value' in chosen ? chosen.value : undefined;
	const text = 'value' in noted ? noted.value : undefined;
	if (violations.length === 0 && address === undefined && text !== undefined) {
		const message = callbackMessages.referenceNeedsWorkflow(label(reference), label(callbackUrl));
		violations.push({ is: 'broken', field: option, message });
	}
	if (violations.length > 0) throw refusal(context, itemIndex, violations);
	return {
		address: address === undefined ? undefined : String(address),
		noted: text === undefined ? undefined : String(text),
	};
}
