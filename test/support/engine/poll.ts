import { jest } from '@jest/globals';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import './core';
import { CredentialsHelper } from './credentials';

const { PollContext } = jest.requireActual<typeof import('n8n-core')>('n8n-core');

export interface Poll {
	node: INodeType;
	credential: ICredentialDataDecryptedObject;
	/** ID of the credential in n8n. */
	credentialId?: string;
	/** ID of the workflow; without it, each token has one of its own. */
	workflowId?: string;
	/** What n8n has stored for the workflow; changed by the look. */
	staticData: IDataObject;
	/** 'Download Result' is off unless said otherwise; undefined leaves it as n8n fills it in. */
	parameters: INodeParameters;
	/** `manual` for a test event of the editor. */
	mode?: WorkflowExecuteMode;
}

/** One look of a polling trigger, as n8n makes it regularly. */
export async function pollOnce({
	node,
	credential,
	credentialId = '1',
	workflowId = `workflow of ${String(credential.accessToken)}`,
	staticData,
	parameters,
	mode = 'trigger',
}: Poll): Promise<INodeExecutionData[]> {
	const tested: INode = {
		id: 'Tested',
		name: 'Tested',
		type: 'tested',
		typeVersion: 1,
		position: [0, 0],
		parameters: { downloadResult: false, ...parameters },
		credentials: { digitalHumanApi: { id: credentialId, name: 'API' } },
	};
	const workflow = new Workflow({
		id: workflowId,
		nodes: [tested],
		connections: {},
		active: true,
		nodeTypes: { getByNameAndVersion: () => node } as unknown as INodeTypes,
		staticData,
	});
	const additionalData = {
		credentialsHelper: new CredentialsHelper(credential),
	} as unknown as IWorkflowExecuteAdditionalData;
	const context = new PollContext(
		workflow,
		workflow.getNode('Tested') as INode,
		additionalData,
		mode,
		'activate',
	);
	return (await node.poll?.call(context))?.[0] ?? [];
}
