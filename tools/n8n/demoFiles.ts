import type { INode, INodeParameters } from 'n8n-workflow';

import type { WorkflowFile } from './workflow';

/** The node of an example in which a person fills in what is theirs. */
const FILL_IN = 'What to Change';

/** Files of the demo service, by the name of the field that asks for the URL of such a file. */
const SAMPLES: Readonly<Record<string, string>> = {
	audioUrl: 'speech.wav',
	feedUrl: 'news.xml',
	videoUrl: 'presenter.mp4',
};

type Assignment = INodeParameters & { name: string; value: string };

/**
 * Fills in the URLs that an example leaves empty with files of the demo service, so that it runs as it is.
 *
 * @param baseUrl of the demo service
 */
export function withDemoFiles(workflow: WorkflowFile, baseUrl: string): WorkflowFile {
	const filled = (field: Assignment): Assignment => {
		const sample = SAMPLES[field.name];
		return field.value === '' && sample !== undefined
			? { ...field, value: `${baseUrl}/samples/${sample}` }
			: field;
	};
	const nodes = workflow.nodes.map((node): INode => {
		if (node.name !== FILL_IN) return node;
		const { assignments } = node.parameters.assignments as { assignments: Assignment[] };
		const parameters = {
			...node.parameters,
			assignments: { assignments: assignments.map(filled) },
		};
		return { ...node, parameters };
	});
	return { ...workflow, nodes };
}
