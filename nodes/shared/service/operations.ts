/**
 * How an operation may be repeated: a `read` changes nothing, a `create` starts paid work,
 * a `change` has the same effect however often it is sent.
 */
export type Effect = 'read' | 'create' | 'change';

export interface Limit {
	requests: number;
	seconds: number;
}

export interface Operation {
	method: 'GET' | 'POST';
	/** Below `{base_url}/open/v1/`. */
	path: string;
	effect: Effect;
	/** What the operation does, for messages: "Could not <does>". */
	does: string;
	/** Published rate limit (specification 8). */
	limit?: Limit;
	contentType?: string;
	/** For a `create`: how the user finds a task whose submit was not answered. */
	lookUp?: string;
}

const operation = <T extends Record<string, Operation>>(
	table: T,
): Readonly<Record<keyof T, Operation>> => table;

/** Every endpoint that the pack uses (specification 4) with its rate limit (specification 8). */
export const operations = operation({
	submitAiCreation: {
		method: 'POST',
		path: 'ai_creation/task/submit',
		effect: 'create',
		does: 'create the AI task',
		lookUp:
			"Look for it with the node 'Digital Human Get Task', operation 'Get Many', before you run this item again.",
	},
	listAiCreations: {
		method: 'POST',
		path: 'ai_creation/task/page',
		effect: 'read',
		does: 'look up AI tasks',
	},
});

export type OperationName = keyof typeof operations;
