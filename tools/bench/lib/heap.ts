import { WebSocket } from 'undici';

interface HeapUsage {
	usedSize: number;
	backingStorageSize?: number;
}

/** What an n8n needs to be started with for `heapBytes` to reach it. */
export const inspectable = (port: number): Record<string, string> => ({
	NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
});

/**
 * What a Node.js process really keeps, asked of its inspector: garbage is collected first, which resident memory
 * would include.
 *
 * @param port of the inspector
 * @returns bytes of the heap and of buffers
 */
export async function heapBytes(port: number): Promise<number> {
	const list = await fetch(`http://127.0.0.1:${port}/json/list`);
	const [target] = (await list.json()) as Array<{ webSocketDebuggerUrl: string }>;
	const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
	const waiting = new Map<number, (result: unknown) => void>();
	socket.addEventListener('message', ({ data }) => {
		const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
		waiting.get(id)?.(result);
	});
	await new Promise((resolve) => socket.addEventListener('open', resolve));
	let id = 0;
	const ask = async (method: string): Promise<unknown> => {
		const answer = new Promise((resolve) => waiting.set(++id, resolve));
		socket.send(JSON.stringify({ id, method }));
		return await answer;
	};
	await ask('HeapProfiler.collectGarbage');
	await ask('HeapProfiler.collectGarbage');
	const { usedSize, backingStorageSize = 0 } = (await ask('Runtime.getHeapUsage')) as HeapUsage;
	socket.close();
	return usedSize + backingStorageSize;
}
