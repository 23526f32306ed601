import { omit } from 'lodash';
import type { INode, INodeParameters } from 'n8n-workflow';

import { finishedExecution, startExecution } from './executions';
import { submitVideo } from './presenterWorkflow';
import { type Rest, type ServiceAccess, saveCredential } from './rest';
import {
	exampleNames,
	findWorkflow,
	readExample,
	saveWorkflow,
	withCredential,
	type WorkflowFile,
} from './workflows';

/** The example that needs what no demo service has: a language model. */
const AGENT = 'agent-image-then-video';

/** The examples that run with the demo service alone. */
export const demoExamples = exampleNames().filter((name) => name !== AGENT);

/** The node of an example in which a person fills in what is theirs. */
const FILL_IN = 'What to Change';

/** The trigger of an example that is run once before the others. */
const SET_UP = 'Set Up Once';

/** How long that may take on a slow computer. */
const SET_UP_SECONDS = 10 * 60;

/** Files of the demo service, by the name of the field that asks for the URL of such a file. */
const SAMPLES: Readonly<Record<string, string>> = {
	audioUrl: 'speech.wav',
	feedUrl: 'news.xml',
	videoUrl: 'presenter.mp4',
};

type Assignment = INodeParameters & { name: string; value: string };

/**
 * An example as a person would complete it, so that it runs as it is: URLs that it leaves empty lead to files of the demo
 * service with this base URL, and a trigger that waits for a callback has one already.
 */
export function completed(workflow: WorkflowFile, baseUrl: string): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.name === FILL_IN ? filledIn(node, baseUrl) : node,
	);
	return { ...workflow, nodes, ...pinnedCallback(nodes, baseUrl) };
}

/** The node with a file of the demo service for each URL that it leaves empty, and without its request to fill it in. */
function filledIn(node: INode, baseUrl: string): INode {
	const { assignments } = node.parameters.assignments as { assignments: Assignment[] };
	const filled = assignments.map((field) => {
		const sample = field.value === '' ? SAMPLES[field.name] : undefined;
		return sample ? { ...field, value: `${baseUrl}/samples/${sample}` } : field;
	});
	const parameters = { ...node.parameters, assignments: { assignments: filled } };
	return { ...omit(node, 'notes', 'notesInFlow'), parameters };
}

/** What a trigger for callbacks outputs when it is tried in the editor; when it is published, n8n leaves this out. */
function pinnedCallback(nodes: INode[], baseUrl: string): object {
	const trigger = nodes.find(({ type }) => type.endsWith('.digitalHumanTaskTrigger'));
	if (trigger === undefined) return {};
	const json = {
		taskId: '1957000000000000003',
		taskKind: 'composedVideo',
		state: 'succeeded',
		outputUrls: [`${baseUrl}/samples/presenter.mp4`],
		reference: 'Monday',
	};
	return { pinData: { [trigger.name]: [{ json }] } };
}

/**
 * Puts the examples into n8n, each ready to be run by one click; those that are there already stay as they are. At first, the
 * service gets a video, so that lists of tasks are not empty.
 */
export async function loadExamples(rest: Rest, access: ServiceAccess): Promise<void> {
	const credential = await saveCredential(rest, access);
	let isNew = true;
	for (const name of demoExamples) {
		const example = withCredential(completed(readExample(name), access.baseUrl), credential);
		if (await findWorkflow(rest, example.name)) {
			isNew = false;
			continue;
		}
		if (isNew) await submitVideo({ url: access.baseUrl, token: access.accessToken }, 'Welcome.');
		isNew = false;
		const { id, nodes } = await saveWorkflow(rest, example, false);
		if (nodes.every((node) => node.name !== SET_UP)) continue;
		const started = await startExecution(rest, id, SET_UP);
		await finishedExecution(rest, started, SET_UP_SECONDS);
	}
}
