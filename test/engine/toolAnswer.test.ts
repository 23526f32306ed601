import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { DigitalHumanComposeVideo } from '../../nodes/ComposeVideo/DigitalHumanComposeVideo.node';
import { chosen, compose, CREATE } from '../support/composeVideoCase';
import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { stopNode } from '../support/engine/stop';
import { Submits } from '../support/engine/submits';
import { quickTime } from '../support/quickTime';

const continues: Partial<INode> = { onError: 'continueRegularOutput' };

quickTime();

/** Compose Video as the tool of an agent, which calls it with the conversation and the values of the call. */
function tool(parameters: IDataObject = {}, settings?: Partial<INode>): NodeRun {
	return {
		...compose({ downloadResult: true, ...parameters } as NodeRun['parameters']),
		type: 'digitalHumanComposeVideoTool',
		items: [{ chatInput: 'Make a video', text: 'Welcome.', toolCallId: 'call_1' }],
		settings,
	};
}

describe('The answer of a tool', () => {
	const setup = setUp({ limits: false });

	it('is a finished task in few words, without its file', async () => {
		const { outputs } = await setup.engine.run(tool());
		expect(outputs).toEqual([[{ json: expect.anything(), pairedItem: expect.anything() }]]);
		const answer = outputs[0]?.[0]?.json;
		expect(answer).toMatchObject({
			taskId: expect.any(String),
			state: 'succeeded',
			outputUrls: [expect.stringMatching(/^http/)],
		});
		expect(answer).not.toHaveProperty('nextStep');
		expect(JSON.stringify(answer).length).toBeLessThan(1_000);
	});

	it.each([
		['at the time limit', { completion: 'wait', options: { timeLimit: 0.01 } }],
		['with Return Task ID', { completion: 'return' }],
	])('says how to go on with an unfinished task: %s', async (_, parameters) => {
		setup.service.fate({ seconds: Infinity });
		const { json } = await setup.engine.run(tool(parameters));
		expect(json).toMatchObject([
			{
				taskId: expect.any(String),
				taskKind: 'composedVideo',
				state: 'inProgress',
				nextStep: expect.stringMatching(/Do not submit it again\. Check it later by its taskId/),
			},
		]);
	});

	it('says so once for several tasks', async () => {
		const video = await new Submits(() => setup.service).fated('composedVideo', { seconds: 0 });
		const videoId = chosen(video);
		const { json } = await setup.engine.run({
			type: 'digitalHumanTranslateVideoTool',
			parameters: {
				sourceType: 'video',
				videoId,
				targetLanguages: ['de', 'fr'],
				completion: 'return',
			},
			items: [{ toolCallId: 'call_1' }],
		});
		expect(json.map(({ state }) => state)).toEqual(['inProgress', 'inProgress']);
		expect(json.map((item) => 'nextStep' in item)).toEqual([true, false]);
	});

	it('is an error with what to do in its message, which is all that n8n passes on', async () => {
		setup.service.faults.add({ operation: CREATE, fault: { kind: 'resetAfter' } });
		const { error } = await setup.engine.run(tool());
		expect(error?.message).toMatch(/^Could not .*\. The task may still have been created\. /);
		expect(error?.description ?? '').toBe('');
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
	});

	it('is an item with the same text and without the conversation where errors continue', async () => {
		setup.service.fate({ seconds: 1, outcome: 40, errMsg: 'The text is not allowed' });
		const { json } = await setup.engine.run(tool({}, continues));
		expect(json).toEqual([
			{
				error: expect.stringMatching(/^The task failed: .*Task ID: \d+.*not resubmitted/),
				taskId: expect.stringMatching(/^\d+$/),
				taskKind: 'composedVideo',
				state: 'failed',
				errorMessage: expect.any(String),
				serviceStatus: expect.any(String),
				createdAt: expect.any(String),
				progress: expect.any(Number),
			},
		]);
	});

	it('is never the arguments of the call where the whole node is refused', async () => {
		const { json } = await setup.engine.run(tool({ completion: 'pause' }, continues));
		expect(json).toEqual([
			{
				error: expect.stringMatching(
					/^'Pause Until Finished' cannot be used in a tool .*Choose 'Wait for Result'/,
				),
			},
		]);
		expect(setup.service.journal.accepted(CREATE)).toBe(0);
	});

	it('is none when the execution is stopped, also where errors continue', async () => {
		setup.service.fate({ seconds: Infinity });
		await stopNode(
			setup.engine,
			DigitalHumanComposeVideo,
			tool({}, continues),
			async () => await setup.service.journal.waitFor({ operation: 'video_list' }),
		);
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
	});

	it('is asked for with a setting with which n8n would drop it: nothing is sent', async () => {
		const { error, stored } = await setup.engine.run(tool({}, { onError: 'continueErrorOutput' }));
		expect(error?.message ?? stored).toContain(
			"'On Error' of this tool is set to its error output",
		);
		expect(setup.service.journal.accepted(CREATE)).toBe(0);
	});

	it('comes without a pause, which is refused before anything is sent', async () => {
		const { error, run } = await setup.engine.run(tool({ completion: 'pause' }));
		expect(error?.message).toContain("'Pause Until Finished' cannot be used in a tool");
		expect(run.status).not.toBe('waiting');
		expect(setup.service.journal.accepted(CREATE)).toBe(0);
	});
});
