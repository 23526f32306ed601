import { expect, jest } from '@jest/globals';
import type { INodeType } from 'n8n-workflow';

import type { Engine, NodeRun } from './engine';

/**
 * Presses Stop while a node runs. n8n itself stops waiting at once; what counts is when the node has ended.
 *
 * @param type class of the node
 * @param when resolves when Stop is to be pressed
 * @returns milliseconds from Stop to the end of the node
 */
export async function stopNode(
	engine: Engine,
	type: { prototype: INodeType },
	run: NodeRun,
	when: () => Promise<unknown>,
): Promise<number> {
	const execute = jest.spyOn(type.prototype as Required<INodeType>, 'execute');
	let pressed = 0;
	await engine.runAndStop(run, async () => {
		await when();
		pressed = Date.now();
	});
	await expect(execute.mock.results.at(-1)?.value).rejects.toThrow(/stopped/);
	return Date.now() - pressed;
}
