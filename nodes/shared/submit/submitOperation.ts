import type { Violation } from '../fields/violations';
import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { EndpointName } from '../api/endpoints';
import type { ItemParameters } from '../fields/fileFields';
import type { PendingFile, PendingItem } from '../files/requestFiles';
import type { RunFiles } from '../files/runFiles';
import type { FileRef } from '../model/fileRef';
import type { TaskKind } from '../model/taskKind';
import type { Asking } from '../pickers/namesInLists';
import type { Cost } from '../model/itemResult';
import type { PausableRun } from '../completion/pause';
import type { SubmitMemory } from './memory/memory';
import type { Created } from './memory/submission';

/** One run of a node that submits work. What is remembered for all of its items is owned by it, and gone with it. */
export interface Run extends PausableRun {
	memory: SubmitMemory;
	/** What it uploads and reads of files. */
	files: RunFiles;
}

/** A request as far as it is known without asking the service: all but the ids of its files. */
export interface BodyRequest {
	body: IDataObject;
	files: PendingFile[];
	/** The name of its result files, without extension; undefined for that of the service. */
	fileName?: string;
	/** The name of its result files where neither the user, the source nor the row of the item gives one. */
	suggestedName?: string;
	/** The file that is worked on, after which the result files are named. */
	source?: FileRef;
	/** What the output panel tells the user about the request, once for all items. */
	hint?: string;
	/** Which part of its item it is for; undefined for the whole. */
	part?: ItemPart;
}

/** A part of an item, counted from 1. */
export interface ItemPart {
	part: number;
	parts: number;
}

/** Checks and completes a request by what the service knows; throws an Error if it is wrong. */
export type RequestLookUp<Request> = (request: Request, item: PendingItem) => Promise<Request>;

/** What an operation that submits work has to say; the rest is the same for all of them. */
export interface SubmitOperation<Request extends BodyRequest = BodyRequest> {
	kind: TaskKind;
	endpoint: EndpointName;
	/** Reads one item and sends nothing: its request, or every violation of the service's rules. */
	prepare(parameters: ItemParameters): Request | { violations: Violation[] };
	/** The requests for the parts of an item, if it needs several; they are named and numbered in their order. */
	split?(request: Request): Request[];
	/** Begins the look-ups of a run; what they have read of the service is remembered as long as the returned function is. */
	lookUps?(asking: Asking): RequestLookUp<Request>;
	/** Sends the body of one item, where there is more to say of its tasks than one ID. */
	create?(client: ServiceClient, body: IDataObject): Promise<Created>;
	/** What a body costs, where the service publishes it. */
	costOf?(body: object): Cost | undefined;
	/** How long the result of a body is, in seconds, where that follows from it or can be estimated. */
	secondsOf?(body: object): number | undefined;
	/** What the output panel tells the user about the requests of all items together. */
	hintsOf?(requests: Request[]): string[];
}
