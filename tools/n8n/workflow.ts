import type { IConnections, INode, IWorkflowSettings } from 'n8n-workflow';

/** A workflow as n8n exports and imports it. */
export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

export interface StoredWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
	active: boolean;
}
