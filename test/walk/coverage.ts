/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names of the functions that ran, by the path of their file below the project. */
export type Walked = ReadonlyMap<string, readonly string[]>;

/** What the compiler adds for exports: `name: () => name`, and its helpers, whose names begin with two underscores. */
const isOfCompiler = (name: string, text: string) =>
	name.startsWith('__') || text === `()=>${name}` || text === '()=>from[key]';

/**
 * Does some work and says which named functions of the pack it ran. The code of modules as such, functions without a name and the
 * initializers of fields do not count.
 *
 * @param root folder of the project
 */
export async function walked(root: string, work: () => Promise<void>): Promise<Walked> {
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Debugger.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
		await session.post('Profiler.takePreciseCoverage');
		await work();
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const found = new Map<string, string[]>();
		for (const { scriptId, url, functions } of result) {
			const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
			if (!/^(nodes|credentials)\b/.test(path)) continue;
			const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
			const names = functions
				.filter(({ ranges: [whole] }) => (whole?.count ?? 0) > 0)
				.filter(({ functionName, ranges: [whole] }) => {
					const text = scriptSource.slice(whole?.startOffset, whole?.endOffset);
					return /^[^<]/.test(functionName) && !isOfCompiler(functionName, text);
				})
				.map(({ functionName }) => functionName);
			if (names.length > 0) found.set(path.replaceAll('\\', '/'), names);
		}
		return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
	} finally {
		session.disconnect();
	}
}
