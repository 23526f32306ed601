import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Remembers in the execution which tasks the service has accepted, so that n8n's "Retry On Fail" goes on
 * with them instead of paying for new ones.
 */
export interface AcceptedTasks {
	/** Ids of the tasks that were accepted for this item and request. */
	find(itemIndex: number, request: object): string[] | undefined;
	add(itemIndex: number, request: object, taskIds: string[]): void;
	/** All accepted ids of this run of the node, by item. */
	all(): Array<{ itemIndex: number; taskIds: string[] }>;
	/** Forgets them, once they are handed on as output items. */
	clear(): void;
}

export function acceptedTasks(context: IExecuteFunctions): AcceptedTasks {
	const memory = context.getContext('node');
	const run = `acceptedInRun${String(context.evaluateExpression('{{ $runIndex }}', 0))}`;
	const accepted = () => (memory[run] ??= {}) as Record<string, string[]>;
	return {
		find: (itemIndex, request) => accepted()[entryOf(itemIndex, request)],
		add(itemIndex, request, taskIds) {
			accepted()[entryOf(itemIndex, request)] = taskIds;
		},
		all: () =>
			Object.entries(accepted()).map(([entry, taskIds]) => ({
				itemIndex: parseInt(entry, 10),
				taskIds,
			})),
		clear() {
			delete memory[run];
		},
	};
}

function entryOf(itemIndex: number, request: object): string {
	return `${itemIndex} ${createHash('sha256').update(JSON.stringify(request)).digest('hex')}`;
}
