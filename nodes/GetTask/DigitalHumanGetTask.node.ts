import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { methodsFor } from '../shared/pickers/lists';
import { executeOperation, operationField } from '../shared/output/nodeOperations';
import { completionMessages } from '../shared/completion/completionMessages';
import { get } from './get';
import { getMany } from './getMany';

/** The operations by their values, which n8n stores: that of 'Get Many' is `getAll`, as in n8n's own nodes. */
const operations = { get, getAll: getMany };

export class DigitalHumanGetTask implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Get Task',
		name: 'digitalHumanGetTask',
		icon: {
			light: 'file:../../icons/getTask.svg',
			dark: 'file:../../icons/getTask.dark.svg',
		},
		group: ['transform'],
		version: 1,
		// With three outputs there is none: the line that loops back would cross it.
		subtitle:
			'={{ $parameter["operation"] === "getAll" ? "Find tasks" : $rawParameter["whenNotFinished"] === "pauseAndLoop" ? "" : "Get task" }}',
		description:
			'Look up tasks and their results, now or once they are finished. Costs no credits.',
		defaults: { name: 'Digital Human Get Task' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs:
			'={{ $parameter["operation"] === "get" && $parameter["whenNotFinished"] === "pauseAndLoop" ? [{ type: "main", displayName: "In Progress" }, { type: "main", displayName: "Succeeded" }, { type: "main", displayName: "Failed" }] : ["main"] }}',
		credentials: [{ name: 'digitalHumanApi', required: true, testedBy: 'digitalHumanApi' }],
		waitingNodeTooltip: completionMessages.waitingNode,
		properties: [operationField(operations, 'get'), ...get.properties, ...getMany.properties],
	};

	methods = methodsFor(this.description.properties);

	execute = executeOperation(operations);
}
