import type { IDataObject, INode } from 'n8n-workflow';

import { does } from '../../../tools/n8n/dialect';
import type { Rest } from '../../../tools/n8n/rest';
import type { WorkflowFile } from '../../../tools/n8n/workflows';

const TYPE = 'n8n-nodes-base.dataTable';

/** A data table of n8n, as a person sees and changes it. */
export class DataTable {
	private constructor(
		private readonly rest: () => Rest,
		private readonly path: string,
		readonly id: string,
	) {}

	/** Creates a table with columns of text, unless it is there. */
	static async open(rest: () => Rest, name: string, columns: string[]): Promise<DataTable> {
		const { id: project } = await rest().get<{ id: string }>('projects/personal');
		const path = `projects/${project}/data-tables`;
		const { data } = await rest().get<{ data: Array<{ id: string; name: string }> }>(path);
		const present = data.find((table) => table.name === name);
		const table =
			present ??
			(await rest().post<{ id: string }>(path, {
				name,
				columns: columns.map((column) => ({ name: column, type: 'string' })),
			}));
		return new DataTable(rest, `${path}/${table.id}`, table.id);
	}

	/** The rows in the order in which they were added. */
	async rows(): Promise<IDataObject[]> {
		const query = { sortBy: 'id:asc', take: '100' };
		const { data } = await this.rest().get<{ data: IDataObject[] }>(`${this.path}/rows`, query);
		return data;
	}

	async add(rows: IDataObject[]): Promise<void> {
		await this.rest().post(`${this.path}/insert`, { data: rows, returnType: 'count' });
	}

	/** Changes cells of the row with a title. */
	async change(title: string, data: IDataObject): Promise<void> {
		const filter = {
			type: 'and',
			filters: [{ columnName: 'title', condition: 'eq', value: title }],
		};
		await this.rest().patch(`${this.path}/rows`, { filter, data });
	}

	/** Chooses the table in every Data Table node, where n8n does not find it by its name. */
	chosenIn(file: WorkflowFile): WorkflowFile {
		if (does(this.rest(), 'namesDataTables')) return file;
		const chosen = (node: INode): INode =>
			node.type === TYPE
				? {
						...node,
						parameters: {
							...node.parameters,
							dataTableId: { __rl: true, mode: 'id', value: this.id },
						},
					}
				: node;
		return { ...file, nodes: file.nodes.map(chosen) };
	}
}
