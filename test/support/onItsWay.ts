/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { Socket } from 'node:net';
import { createGunzip } from 'node:zlib';

/*
 * What is going on and will bring something about, although Node.js names it neither among its requests nor as an event.
 */

/** Replaces a method of an object until the tests are over. @param by makes the new one of the old one */
export type Replace = <T extends object, K extends keyof T>(
	object: T,
	name: K,
	by: (old: T[K]) => T[K],
) => void;

/** What (de)compresses in a thread of its own at the moment. */
const compressing = new Set<object>();

/** What Node.js compresses with, as far as it is of interest here. */
interface Compressor {
	/** Is given what is called after each piece of work, in the place of DONE. */
	init(...given: unknown[]): unknown;
	/** Begins a piece of work. */
	write(...given: unknown[]): unknown;
	close(): unknown;
}

const DONE = 5;

/** Notes from now on when something is compressed or decompressed. */
export function watchCompression(replace: Replace): void {
	const gunzip = createGunzip() as unknown as { _handle: Compressor; close(): void };
	const methods = Object.getPrototypeOf(gunzip._handle) as Compressor;
	gunzip.close();
	replace(
		methods,
		'init',
		(init) =>
			function (this: Compressor, ...given) {
				const done = given[DONE] as () => unknown;
				const noted = () => {
					compressing.delete(this);
					return done.call(this);
				};
				return init.call(this, ...given.with(DONE, noted));
			},
	);
	replace(
		methods,
		'write',
		(write) =>
			function (this: Compressor, ...given) {
				compressing.add(this);
				return write.call(this, ...given);
			},
	);
	replace(
		methods,
		'close',
		(close) =>
			function (this: Compressor) {
				compressing.delete(this);
				return close.call(this);
			},
	);
}

/** Both ends of the connections within this process, by their ports. */
function endsOfConnections(): Map<string, Socket> {
	const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
	const sockets = handles.filter((handle) => handle instanceof Socket);
	return new Map(sockets.map((end) => [`${end.localPort} ${end.remotePort}`, end]));
}

/** Whether a socket takes what arrives; it does not while its reader has enough to do with what it has. */
const isReading = (end: Socket) =>
	(end as Socket & { _handle?: { reading?: boolean } })._handle?.reading === true;

/**
 * Whether something is compressed, or one end of a connection within this process has written bytes that the other end has not got
 * yet, although it reads. The operating system hands them over in moments as a rule, but takes up to a fifth of a second where it is
 * busy or the buffers of the connection were full, and nothing happens in this process in the meantime.
 */
export function isAnythingOnItsWay(): boolean {
	if (compressing.size > 0) return true;
	const ends = endsOfConnections();
	return [...ends.values()].some((end) => {
		const other = ends.get(`${end.remotePort} ${end.localPort}`);
		return other !== undefined && isReading(end) && end.bytesRead < other.bytesWritten;
	});
}
