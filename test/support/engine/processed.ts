/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

import { DataDeduplicationService } from './core';

const hash = (value: unknown) => createHash('md5').update(String(value)).digest('base64');

/** n8n's store of processed items, as its `deduplication-helper.js` does: one row for each node, read and written without a lock. */
class ProcessedData implements IDataDeduplicator {
	private rows = new Map<string, string>();

	/** Every use fails, as in a workflow that was never saved. */
	isBroken = false;

	/** Names of workflows whose process has died, so that they write nothing more. */
	readonly dead = new Set<string>();

	get size(): number {
		return [...this.rows.values()].reduce((sum, row) => sum + JSON.parse(row).length, 0);
	}

	reset(): void {
		this.rows = new Map();
		this.isBroken = false;
		this.dead.clear();
	}

	checkProcessedAndRecord: IDataDeduplicator['checkProcessedAndRecord'] = async (
		items,
		_scope,
		context,
		{ maxEntries = 0 },
	) => {
		const row = await this.read(context);
		const before = new Set(row);
		const known = items.map((item) => before.has(hash(item)));
		row.push(...items.filter((_, index) => !known[index]).map(hash));
		if (maxEntries) row.splice(0, row.length - maxEntries);
		await this.write(context, row);
		return {
			new: items.filter((_, index) => !known[index]),
			processed: items.filter((_, index) => known[index]),
		};
	};

	removeProcessed: IDataDeduplicator['removeProcessed'] = async (items, _scope, context) => {
		const row = await this.read(context);
		for (const item of items) {
			const index = row.indexOf(hash(item));
			if (index >= 0) row.splice(index, 1);
		}
		await this.write(context, row);
	};

	clearAllProcessedItems: IDataDeduplicator['clearAllProcessedItems'] = async (_, context) => {
		await this.write(context, []);
	};

	getProcessedDataCount: IDataDeduplicator['getProcessedDataCount'] = async (_, context) =>
		(await this.read(context)).length;

	private async read(context: ICheckProcessedContextData): Promise<string[]> {
		await setImmediate();
		if (this.isBroken) throw new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed');
		return JSON.parse(this.rows.get(rowOf(context)) ?? '[]') as string[];
	}

	private async write(context: ICheckProcessedContextData, row: string[]): Promise<void> {
		await setImmediate();
		if (this.dead.has((context.workflow as { name?: string }).name ?? '')) return;
		this.rows.set(rowOf(context), JSON.stringify(row));
	}
}

const rowOf = ({ workflow, node }: ICheckProcessedContextData) => `${workflow.id} ${node?.id}`;

export const processed = new ProcessedData();

// n8n-core outlives the test file, and has the store of the one before.
Reflect.deleteProperty(DataDeduplicationService, 'instance');
void DataDeduplicationService.init(processed);
