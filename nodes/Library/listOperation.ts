import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import { clientOf } from '../shared/run/runSubmit';
import { simplifies } from '../shared/output/settings';
import { hintOfWarnings } from '../shared/output/unreadStatus';
import type { NodeOperation } from '../shared/run/nodeOperation';
import { perItem, readLimit, returnAllProperties } from '../shared/run/perItem';
import { toolDescription } from '../shared/run/toolDescription';
import type { ServiceClient } from '../shared/service/client';

export interface ListRequest {
	client: ServiceClient;
	/** Reads a parameter of the item. */
	read<T>(name: string, otherwise: T): T;
	/** Most results; Infinity for all. */
	limit: number;
	/** Whether the service's own record is left out. */
	simple: boolean;
}

/** The choice of the operation for a resource that can only be listed. */
export function onlyGetMany(
	resource: string,
	plural: string,
	description: string,
): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: [{ name: 'Get Many', value: 'getAll', action: `Get many ${plural}`, description }],
		default: 'getAll',
	};
}

/**
 * A "Get Many" of the library.
 *
 * @param properties fields beside the limit and the options
 * @param list reads the results of one item
 */
export function listOperation(
	resource: string,
	properties: { tool: string; before?: INodeProperties[]; after: INodeProperties[] },
	list: (request: ListRequest) => Promise<IDataObject[]>,
): NodeOperation {
	return {
		properties: updateDisplayOptions({ show: { resource: [resource], operation: ['getAll'] } }, [
			toolDescription(`${properties.tool} Costs no credits.`),
			...(properties.before ?? []),
			...returnAllProperties,
			...properties.after,
		]),
		async execute(context) {
			const client = await clientOf(context);
			const items = await perItem(
				context,
				async (itemIndex) => await list(requestOf(context, client, itemIndex)),
			);
			hintOfWarnings(context, client);
			return [items];
		},
	};
}

function requestOf(
	context: IExecuteFunctions,
	client: ServiceClient,
	itemIndex: number,
): ListRequest {
	const read = <T>(name: string, otherwise: T) =>
		context.getNodeParameter(name, itemIndex, otherwise) as T;
	return {
		client,
		read,
		limit: readLimit(context, itemIndex),
		simple: simplifies(read<unknown>('options.simple', true)),
	};
}
