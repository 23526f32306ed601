import { get, memoize } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Credential } from '../api/credential';
import {
	completionOptions,
	downloadWhenFinishedProperty,
	pausableCompletionProperty,
	withDescriptions,
	taskOptions,
} from '../fields/completion';
import { atMostCharacters, type BodyField, label, readField } from '../fields/field';
import { collectionOf, type FieldGroup, groupProperty, textField } from '../fields/properties';
import { webAddressProblem } from '../fields/fileFields';
import type { Violation } from '../fields/violations';
import { isExpression } from '../fields/values';
import { locator } from '../fields/locators';
import { parametersOf, refusal } from '../fields/readRequest';
import { publishedWorkflows, runningTriggers } from '../pickers/callbackWorkflows';
import { isCallbackTrigger } from '../n8n/nodeTypes';
import { warnInOutput } from '../output/outputHints';
import { alphabetically } from '../util/text';
import { parsedUrl, SECRET, toWebAddress, withQuery } from '../util/webAddress';
import { callbackWebhook, secretOf, unreachableHost } from './address';
import { callbackMessages } from './callbackMessages';

/*
 * The fields in which the user chooses the workflow that starts when a task has finished, and how they are read.
 */

/** The path of a page of n8n's editor about a workflow, which has its ID of sixteen letters and digits. */
const EDITOR_PATH = /\/workflow\/[A-Za-z0-9]{16}(\/|$)/;

/**
 * The workflow that starts when the task has finished. Whether the user has chosen it in the list or entered its URL,
 * the value of the field is the address of its trigger, so that the node runs without the list.
 */
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
	// Only called where the field is not empty; `place` is its label, for messages.
	check(value, place) {
		const url = parsedUrl(toWebAddress(value) ?? '');
		if (!url) return webAddressProblem(value, place);
		const { pathname } = url;
		// At a test URL, n8n only answers while the editor listens.
		if (pathname.includes('/webhook-test/')) return callbackMessages.testUrl(place);
		return EDITOR_PATH.test(pathname) ? callbackMessages.editorUrl(place) : undefined;
	},
};

const reference = textField(
	'reference',
	{
		displayName: 'Reference',
		name: 'reference',
		placeholder: 'e.g. order 1042',
		displayOptions: { show: { '/completion': ['return'] } },
		description:
			"Your own text, which the 'Digital Human Task Callback Trigger' outputs with the finished task. Needs a workflow in 'When Finished, Start Workflow'.",
	},
	{ check: atMostCharacters(500) },
);

/** The collection "Options" of a node that submits work and has no further options. */
export const optionsProperty = collectionOf('Option', completionOptions);

/**
 * The last fields of a node whose operation accepts a callback, in the order of the editor: those about completion, and
 * between them the optional fields of the request.
 *
 * @param additionalFields the optional fields of the request
 * @param completion the field 'Completion', where its choices are not the usual ones
 * @param limit how long the node waits for a task if the user sets no limit, in words, for the description of the field
 */
export function pausableProperties(
	additionalFields: FieldGroup,
	completion: INodeProperties = pausableCompletionProperty,
	limit = 'one hour; when pausing, two hours',
): INodeProperties[] {
	const options = completionOptions.concat(reference.property).map((option) => {
		switch (option.name) {
			case taskOptions.timeLimit.name:
				return {
					...option,
					description: `Maximum wait for the results. If not set, ${limit}. Submitted tasks keep running at the service.`,
				};
			case taskOptions.onTaskFailure.name:
				return withDescriptions(option, {
					fail: 'An error of this node; after a pause, it leaves through the error output, or else with the state failed',
				});
			default:
				return option;
		}
	});
	return [
		completion,
		downloadWhenFinishedProperty,
		callbackUrl.property,
		groupProperty(additionalFields),
		collectionOf('Option', alphabetically(options, 'displayName')),
	];
}

/** What reads the callback addresses that the user has chosen. */
export interface Callbacks {
	/**
	 * The address that the service calls when the task of an item has finished; undefined where the user has chosen
	 * none.
	 *
	 * @throws PackError about what is wrong with it
	 */
	callbackOf(itemIndex: number): string | undefined;
	/**
	 * Refuses a request whose finished task would start this very workflow again.
	 *
	 * @param body the body of the request; nothing is refused if it has no callback address
	 * @throws PackError that says so
	 */
	refuseOwnWorkflow(body: IDataObject, itemIndex: number): void;
}

/**
 * Makes what reads the callback addresses of a run. Each address gets the user's reference, and a secret unless the
 * user has added one. If the service cannot reach an address, it is used nevertheless, and the output panel shows a
 * warning, once for each host.
 */
export function callbacksOf(context: IExecuteFunctions, credential: Credential): Callbacks {
	// `memoize` runs the function only once for each host.
	const warnOnce = memoize((host: string) =>
		warnInOutput(context, callbackMessages.unreachable(host)),
	);
	return {
		callbackOf(itemIndex) {
			const chosen = readCallback(context, itemIndex);
			if (!chosen) return undefined;
			if (isUnpublishedHere(chosen.address)) {
				const message = callbackMessages.notPublished(label(callbackUrl));
				throw refusal(context, itemIndex, [message]);
			}
			const host = unreachableHost(chosen.address, credential.baseUrl);
			if (host !== undefined) warnOnce(host);
			return callbackAddress(chosen, credential);
		},
		refuseOwnWorkflow({ callback }, itemIndex) {
			if (typeof callback === 'string' && startsOwnWorkflow(context, callback)) {
				throw refusal(context, itemIndex, [callbackMessages.startsItself]);
			}
		},
	};
}

/** What the user has chosen for an item. */
interface ChosenCallback {
	/** Address of a Task Callback Trigger, which may have a secret of the user's. */
	address: string;
	/** The user's own text, which the trigger outputs; undefined for none. */
	reference?: string;
}

/**
 * The address as the service gets it: with the user's reference, if there is one, and with the secret that the trigger
 * expects of callers, unless the user has put one into the address.
 */
function callbackAddress(chosen: ChosenCallback, { accessToken }: Credential): string {
	let { address } = chosen;
	if (chosen.reference !== undefined) address = withQuery(address, 'reference', chosen.reference);
	const hasSecretOfUser = new URL(chosen.address).searchParams.has(SECRET);
	if (hasSecretOfUser) return address;
	return withQuery(address, SECRET, secretOf(accessToken, chosen.address));
}

/**
 * Whether a callback address starts the workflow that is running, and a callback trigger in it leads to this node, so
 * that each finished task would submit another one. False where this process of n8n knows of no published trigger at
 * the address.
 */
function startsOwnWorkflow(context: IExecuteFunctions, callback: string): boolean {
	const { origin, pathname } = new URL(callback);
	const started = publishedWorkflows.get(origin + pathname);
	if (!started || started.workflowId !== context.getWorkflow().id) return false;
	const nodesBefore = context.getParentNodes(context.getNode().name);
	return nodesBefore.some(isCallbackTrigger);
}

/**
 * Whether an address belongs to a Task Callback Trigger of this n8n that is not published. This n8n is recognized by
 * the addresses of published triggers, so this is false where the process knows of none, as a worker in queue mode.
 * It is false, too, where another process publishes the workflows, because this one may not know all of them.
 */
function isUnpublishedHere(address: string): boolean {
	if (runningTriggers.size === 0) return false;
	const { origin, pathname } = new URL(address);
	const publishedAddresses = Array.from(publishedWorkflows.keys());
	const isOfThisN8n = publishedAddresses.some((published) => new URL(published).origin === origin);
	// The path of every Task Callback Trigger ends so.
	const isOfTrigger = pathname.endsWith(`/${callbackWebhook.path}`);
	const isPublished = publishedAddresses.includes(origin + pathname);
	return isOfThisN8n && isOfTrigger && !isPublished;
}

/**
 * What the user has chosen for an item in the fields about the callback; undefined for no workflow.
 *
 * @throws PackError about what is wrong in these fields, also about a reference without a workflow
 */
function readCallback(context: IExecuteFunctions, itemIndex: number): ChosenCallback | undefined {
	const { read, written } = parametersOf(context, itemIndex);
	const violations: Violation[] = [];
	/** The text in a field; undefined for none, and where something is wrong, which is noted then. */
	const textIn = (field: BodyField, given: unknown, entered: unknown): string | undefined => {
		const reading = readField(field, given, entered);
		if ('violation' in reading) violations.push(reading.violation);
		else if (reading.value !== undefined) return String(reading.value);
		return undefined;
	};
	const { name } = callbackUrl.property;
	const entered = written?.(name);
	// The field may be empty, but an expression in it that returns nothing is a mistake.
	const required = isExpression(entered);
	const address = textIn({ ...callbackUrl, required }, read(name), entered);
	const option = reference.property.name;
	const given: unknown = get(read('options'), option);
	const ownText = textIn(reference, given, written?.(`options.${option}`));
	if (violations.length > 0) throw refusal(context, itemIndex, violations);
	if (address !== undefined) return { address, reference: ownText };
	if (ownText === undefined) return undefined;
	// Without a workflow, nobody would get the reference that the user has entered.
	const message = callbackMessages.referenceNeedsWorkflow(label(reference), label(callbackUrl));
	throw refusal(context, itemIndex, [message]);
}
