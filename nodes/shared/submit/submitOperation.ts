import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { EndpointName } from '../api/endpoints';
import type { PausableRun } from '../completion/pause';
import type { ItemParameters } from '../fields/fileFields';
import type { Violation } from '../fields/violations';
import type { PendingFile, PendingItem } from '../files/requestFiles';
import type { RunFiles } from '../files/runFiles';
import type { FileRef } from '../model/fileRef';
import type { Cost } from '../model/itemResult';
import type { TaskKind } from '../model/taskKind';
import type { Message } from '../util/catalogue';
import type { SubmitMemory } from './memory/memory';
import type { Created, CreatedTask, ItemSubmit } from './memory/submission';

/*
 * What an operation that submits work has to say, and the forms of its request on the way through a run:
 * `BodyRequest` is read from the fields of an item, `ItemRequest` is that of an item or a part of one,
 * and `SubmitOf` says what has become of it.
 */

/** One run of a node that submits work. What is remembered for all of its items is owned by it, and gone with it. */
export interface Run extends PausableRun {
	memory: SubmitMemory;
	/** What it uploads and reads of files. */
	files: RunFiles;
}

/**
 * The request that an operation reads from the fields of an item. Its files are not uploaded yet, so their IDs are not
 * in the body. A field that does not change what is sent is also named in `NOT_SENT` (`memory/prints.ts`).
 */
export interface BodyRequest {
	body: IDataObject;
	files: PendingFile[];
	/** The name of its result files where neither the user, the source nor the row of the item gives one. */
	suggestedName?: string;
	/** The file that is worked on, after which the result files are named. */
	source?: FileRef;
	/** What the output panel tells the user about the request, once for all items. */
	hint?: string;
	/** The expressions in its texts that give nothing, each with its field in words. */
	emptyExpressions?: string[];
}

/** The request of an item, or of a part of one, with what all operations have in common. */
export type ItemRequest<Request extends BodyRequest = BodyRequest> = Request & {
	/** The name of its result files, without extension; undefined for that of the service. */
	fileName?: string;
	/** Which part of its item it is for; undefined for the whole. */
	part?: ItemPart;
};

/** The submit of such a request, which says what has become of it. */
export type SubmitOf<Request extends BodyRequest> = ItemSubmit<ItemRequest<Request>>;

/** A part of an item, counted from 1. */
export interface ItemPart {
	part: number;
	parts: number;
}

/**
 * Fills in a request with what the service knows, such as the figure of a person;
 * throws a PackError or ServiceError if it is wrong.
 */
export type RequestLookUp<Request extends BodyRequest> = (
	request: ItemRequest<Request>,
	item: PendingItem,
) => Promise<ItemRequest<Request>>;

/** What can be said of the work before it is done, by the requests. */
interface Forecast<Request extends BodyRequest> {
	/**
	 * How long the result of a body is, in seconds, where that follows from it or can be estimated; undefined
	 * elsewhere.
	 */
	secondsOf(body: object): number | undefined;
	/** What the work of a body costs; undefined where the service does not publish it. */
	costOf?(body: object): Cost | undefined;
	/** What the output panel tells the user about the requests of all items together. */
	hintsOf?(requests: Array<ItemRequest<Request>>): string[];
}

/**
 * How a body is sent to an endpoint whose answer has several tasks, or more of a task than its ID. Without this, the
 * answer is the ID of one task.
 */
interface Creation {
	/**
	 * Sends the body of one item and reads the answer.
	 *
	 * @throws ServiceError when the service gives no task; CancelledError when the execution is stopped
	 */
	create(client: ServiceClient, body: IDataObject): Promise<Created>;
	/**
	 * The messages about what a body asks for and has no task, as `create` gives them: for an item that continues with
	 * the tasks of an earlier execution. The body is as `prepare` gives it, without look-ups.
	 */
	missing?(body: IDataObject, tasks: readonly CreatedTask[]): Message[];
	/** How many tasks a body becomes; without this, one. */
	countTasks?(body: IDataObject): number;
}

/** What an operation that submits work has to say; the rest is the same for all of them. */
export interface SubmitOperation<Request extends BodyRequest = BodyRequest> {
	kind: TaskKind;
	endpoint: EndpointName;
	/** Reads one item and sends nothing: its request, or every violation of the service's rules. */
	prepare(parameters: ItemParameters): Request | { violations: Violation[] };
	/**
	 * The requests for the parts of an item, if it needs several; they are named and numbered in their order. With
	 * fewer than two, the item is sent as it is.
	 */
	split?(request: Request): Request[];
	/**
	 * Makes the function that fills in the requests of a run. It remembers what it has read of the service, so that
	 * this is read once for all items.
	 */
	lookUps?(client: ServiceClient): RequestLookUp<Request>;
	creation?: Creation;
	forecast?: Forecast<Request>;
}

/** An operation in a run, from the look-ups on. */
export interface OperationInRun<Request extends BodyRequest> {
	run: Run;
	operation: SubmitOperation<Request>;
	/** Aborted by an error that ends the run: nothing further is asked or sent then. */
	halt: AbortController;
	/** The client of the run, which also stops at `halt`. */
	client: ServiceClient;
}
