import type { IDataObject } from 'n8n-workflow';

import { noteNamed } from '../api/justNamed';
import { unclearFailure } from '../api/serviceError';
import { taskId } from '../api/schemas';
import { failedItem, type ItemResult, type OpenItem } from '../model/itemResult';
import { submittedTask } from '../model/task';
import type { WatchedTask } from '../model/taskStatus';
import { eachItem, type ItemOutcome, valuesOfItems } from '../output/items';
import { CancelledError } from '../util/async';
import { PackError } from '../util/errors';
import { logAccepted, logUnclear } from './log';
import { bodyOf } from './lookUpBefore';
import type { Created, CreatedTask } from './memory/submission';
import type {
	BodyRequest,
	RequestSubmit,
	Run,
	SubmitOperation,
	Submitting,
} from './submitOperation';
import { errorOfPart } from './itemParts';

/** Submits under way at once; the limits of the service are kept by the pacing. */
const PARALLEL_SUBMITS = 10;

/**
 * Sends the items that have no task yet. With stop on error, nothing further is sent when one fails.
 *
 * @returns for each item its tasks, which are not checked yet, and the errors of those that do not exist
 */
export async function sendAll<Request extends BodyRequest>(
	{ run, operation, halt }: Submitting<Request>,
	submits: ReadonlyArray<ItemOutcome<RequestSubmit<Request>>>,
): Promise<Array<ItemOutcome<ItemResult[]>>> {
	const { context, memory } = run;
	const client = run.client.with({ signal: halt.signal });
	const stopOnError = !context.continueOnFail();
	const { kind } = operation;
	memory.expect(valuesOfItems(submits));
	return await eachItem(
		submits,
		async (submit) => {
			const { itemIndex, state } = submit;
			if (state.is === 'accepted') {
				const known: WatchedTask['known'] =
					state.by === 'anotherExecution' ? { by: 'id' } : { by: 'submit' };
				return resultsOf({ run, operation, submit, known }, state.created);
			}
			try {
				const submittedAt = Date.now();
				const created = await send({ run: { ...run, client }, operation, submit });
				for (const task of created.tasks) noteNamed(task.taskId);
				logAccepted({ context, itemIndex, kind }, created);
				memory.accept(submit, created);
				const known: WatchedTask['known'] = { by: 'submit' };
				return resultsOf({ run, operation, submit, known, submittedAt }, created);
			} catch (error) {
				const failure = unclearFailure(error);
				if (failure) logUnclear({ context, itemIndex, kind }, failure);
				memory.fail(submit, error);
				throw errorOfPart(error, submit.request.part);
			}
		},
		{
			concurrency: PARALLEL_SUBMITS,
			haltOnError: halt,
			endsRun: (error) => stopOnError || error instanceof CancelledError,
		},
	);
}

/** Uploads the files of an item and sends its request, which is noted before. */
async function send<Request extends BodyRequest>({
	run,
	operation,
	submit,
}: Pick<Sent<Request>, 'run' | 'operation' | 'submit'>): Promise<Created> {
	const { client, context, files, memory } = run;
	const { endpoint, create } = operation;
	const { itemIndex, request } = submit;
	const item = { context, itemIndex, client, files };
	const body: IDataObject = await bodyOf(run, request, item);
	const noting = client.with({ before: async () => await memory.send(submit) });
	if (create) return await create(noting, body);
	return { tasks: [{ taskId: await noting.call(endpoint, { body }, taskId) }], missing: [] };
}

interface Sent<Request extends BodyRequest> {
	run: Run;
	operation: SubmitOperation<Request>;
	submit: RequestSubmit<Request>;
	/** How it is known that its tasks exist. */
	known: WatchedTask['known'];
	/** When it was sent, in milliseconds by n8n's clock; undefined for what was submitted elsewhere. */
	submittedAt?: number;
}

function resultsOf<Request extends BodyRequest>(
	{ run, operation, submit, known, submittedAt }: Sent<Request>,
	{ tasks, missing }: Created,
): ItemResult[] {
	const { itemIndex, request, state } = submit;
	const { kind, forecast } = operation;
	const item = { itemIndex, input: run.context.getInputData()[itemIndex] };
	const openItem = ({ taskId: id, ...kept }: CreatedTask): OpenItem => ({
		is: 'open',
		...item,
		fileName: request.fileName,
		cost: forecast?.costOf?.(request.body),
		isElsewhere: state.is === 'accepted' && state.by === 'anotherExecution',
		watched: { kind, taskId: id, known, submittedAt },
		kept: { ...kept, ...request.part },
		task: { ...submittedTask(kind.name, id), ...kept, ...request.part },
	});
	return [
		...tasks.map(openItem),
		...missing.map((message) => failedItem(item, new PackError(message))),
	];
}
