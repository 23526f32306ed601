import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	updateDisplayOptions,
} from 'n8n-workflow';

import { parametersOf } from '../../shared/fields/request';
import { perItem } from '../../shared/run/items';
import { type NodeOperation, readLimit } from '../../shared/run/options';
import { simplifies } from '../../shared/run/options';
import { hintOfWarnings, toolDescription } from '../../shared/run/output';
import { createClient, type ServiceClient } from '../../shared/service/client';

/** One input item, and what the user set for it. */
export interface LibraryItem {
	context: IExecuteFunctions;
	itemIndex: number;
	client: ServiceClient;
	/** Reads a parameter. */
	read: (name: string) => unknown;
	/** Most results of a list; Infinity for all. */
	limit: number;
	/** Whether the service's own record is left out. */
	simple: boolean;
}

interface LibraryOperation {
	resource: string;
	/** "Get Many" unless given. */
	operation?: string;
	/** What a tool says about it. */
	tool: string;
	fields: INodeProperties[];
	/** Gives any number of results for one item. */
	work(item: LibraryItem): Promise<IDataObject[]>;
}

/** An operation of the library, which works on each item by itself. */
export function libraryOperation({
	resource,
	operation = 'getAll',
	tool,
	fields,
	work,
}: LibraryOperation): NodeOperation {
	const show = { resource: [resource], operation: [operation] };
	return {
		properties: updateDisplayOptions({ show }, [
			toolDescription(`${tool} Costs no credits.`),
			...fields,
		]),
		async execute(context) {
			const client = await createClient(context);
			const items = await perItem(context, async (itemIndex) => {
				const { read } = parametersOf(context, itemIndex);
				const limit = readLimit(context, itemIndex);
				const simple = simplifies(read('options.simple'));
				return await work({ context, itemIndex, client, read, limit, simple });
			});
			hintOfWarnings(context, client);
			return [items];
		},
	};
}
