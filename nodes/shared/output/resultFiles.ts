import type { FunctionsBase, IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';

import { downloadResult } from '../files/download';
import type { FileContext } from '../files/webFile';
import { toNodeError } from '../service/nodeError';
import { Gate } from '../util/gate';
import { runAll } from '../util/runAll';
import { joinSignals } from '../util/signals';
import { kinds } from '../tasks/kinds';
import type { Task } from '../tasks/task';

/** Files downloaded at once, over all items. */
const AT_ONCE = 3;

export interface ResultFiles {
	/** Output field of the first file; further ones go to `<field>_1` and so on. Undefined: no files. */
	downloadField?: string;
	signal?: AbortSignal;
	/** Input items whose task passes through as it came: the service has not confirmed its addresses. */
	unconfirmed?: ReadonlySet<number>;
	/** Errors of the input items whose finished task cannot be read now: their files count as not downloaded. */
	unread?: ReadonlyMap<number, Error>;
	/**
	 * Called for an item whose files cannot be fetched, with an error that names the task; what it throws ends
	 * the run, what it returns takes the place of the item.
	 */
	fail: (error: unknown, itemIndex: number, task: Task) => INodeExecutionData | undefined;
}

/**
 * Puts the result files of all succeeded tasks into their output items.
 *
 * @param items output items as taskItem makes them, and others, which stay as they are
 * @throws what `fail` throws; StoppedError when the execution is stopped
 */
export async function withResultFiles(
	context: FileContext & Pick<FunctionsBase, 'getNode'>,
	items: INodeExecutionData[],
	{ downloadField, signal: stop, unconfirmed, unread, fail }: ResultFiles,
): Promise<INodeExecutionData[]> {
	if (downloadField === undefined) return items;
	const gate = new Gate(AT_ONCE);
	const halt = new AbortController();
	const ends = joinSignals(stop, halt.signal);
	const { signal } = ends;
	const finish = async (item: INodeExecutionData): Promise<INodeExecutionData | undefined> => {
		const task = item.json as unknown as Task;
		if (task.state !== 'succeeded' || item.json.error !== undefined) return item;
		const { item: itemIndex } = item.pairedItem as { item: number };
		if (unconfirmed?.has(itemIndex)) return item;
		try {
			const error = unread?.get(itemIndex);
			if (error) throw error;
			return { ...item, binary: await filesOf(context, task, downloadField, gate, signal) };
		} catch (error) {
			if (halt.signal.aborted) return undefined;
			const named = toNodeError(context.getNode(), error, itemIndex, finishedNote(task));
			return fail(named, itemIndex, task);
		}
	};
	try {
		const finished = await runAll(items, finish, { haltOnError: halt });
		return finished.filter((item) => item !== undefined);
	} finally {
		ends.release();
	}
}

function finishedNote({ taskId }: Task): string {
	return `Task ID: ${taskId}. The task itself has finished: 'Digital Human Get Task' downloads its result again, without a new task.`;
}

/** Downloads all files of a task; none goes on after one has failed. */
async function filesOf(
	context: FileContext,
	{ outputUrls = [], taskKind, taskId }: Task,
	field: string,
	gate: Gate,
	stop: AbortSignal,
): Promise<IBinaryKeyData> {
	const usualType = kinds[taskKind]?.resultType;
	const halt = new AbortController();
	const ends = joinSignals(stop, halt.signal);
	const { signal } = ends;
	const fetchFile = async (url: string, index: number) => {
		const file = await gate.run(
			async () => await downloadResult(context, url, usualType, signal),
			signal,
		);
		context.logger.info(`Result file ${index + 1} of task ${taskId}: ${file.fileSize ?? ''}`);
		return [index === 0 ? field : `${field}_${index}`, file] as const;
	};
	try {
		return Object.fromEntries(await runAll(outputUrls, fetchFile, { haltOnError: halt }));
	} finally {
		ends.release();
	}
}
