import type { Kind } from '../../support/engine/submits';
import { LIST_PATHS, type Outcome } from '../lib/bench';
import type { Step } from '../lib/step';
import { choices, readSteps } from '../steps/reads';
import { figureStep, lipSync, submitSteps } from '../steps/submits';
import { triggerSteps } from '../steps/triggers';
import { uploadSteps } from '../steps/uploads';
import {
	chosen,
	compose,
	createImage,
	DETAILS,
	finishedVideo,
	getTask,
	goingOn,
	PAGES,
	triedTwice,
} from '../../support/engine/runs';
import { inFastTime } from '../../support/fastTime';
import { otherData } from '../../support/answers';
import { callPaused } from '../../support/engine/webhook';

/** Three tasks of a kind at once, of which one succeeded, one failed and one is unfinished. */
const several = (kind: Kind, request: string): Step => ({
	node: 'Get Task',
	name: `three at once (${kind})`,
	kind: 'read',
	request,
	async prepare({ submits }) {
		const failed = { composedVideo: 41, lipSync: 30, person: 4, translation: 51 };
		const outcome = kind in failed ? failed[kind as keyof typeof failed] : 'Fail';
		const items = [
			await submits.fated(kind, { seconds: 0, outcome, errMsg: 'no face found' }),
			await submits.fated(kind, { seconds: 0 }),
			await submits.fated(kind, { seconds: Infinity }),
		].map((taskId) => ({ taskId, taskKind: kind }));
		return getTask(items, { whenNotFinished: 'now' }, goingOn);
	},
});

/** Paused executions so far; those with the same ID and the same tasks would be taken for one. */
let executions = 0;

/** The requests that no column of the table of faults is about. */
const MORE: readonly Step[] = [
	choices('own persons', 'searchPersons', LIST_PATHS.personListPath, LIST_PATHS),
	choices('own voices', 'searchVoices', LIST_PATHS.voiceListPath, LIST_PATHS),
	...(Object.keys(PAGES) as Array<keyof typeof PAGES>).map((kind) => several(kind, PAGES[kind])),
	several('translation', DETAILS.translation),
	several('person', DETAILS.person),
	{
		node: 'Get Task',
		name: 'one that the list does not show',
		kind: 'read',
		request: 'ai_creation/task',
		async prepare({ service, submits }) {
			service.faults.add({
				endpoint: PAGES.aiCreation,
				times: Infinity,
				fault: otherData(() => ({ list: [], total: 0 })),
			});
			return getTask([{ taskId: await submits.aiCreation() }], { whenNotFinished: 'now' });
		},
	},
	{
		node: 'Lip Sync',
		name: 'check the file',
		kind: 'read',
		request: 'common/file_detail',
		async prepare(bench) {
			const node = lipSync(bench);
			return { ...node, parameters: { ...node.parameters, completion: 'return' } };
		},
	},
	{
		node: 'Compose Video',
		name: 'read the custom person',
		kind: 'read',
		request: DETAILS.person,
		prepare: async ({ submits }) =>
			compose({
				personId: chosen(await submits.person()),
				figureType: chosen('auto'),
				completion: 'return',
			}),
	},
	{
		node: 'Compose Video',
		name: 'check a callback',
		kind: 'read',
		request: PAGES.composedVideo,
		async prepare(bench) {
			const executionId = `execution ${++executions}`;
			const undo = bench.service.fate({ seconds: Infinity });
			const node = compose({ completion: 'pause' }, { items: [{}] });
			const { run: waiting } = await bench.engine.run(node);
			undo();
			const [{ id = '' } = {}] = bench.service.tasks();
			// The service's own time is not that of the run.
			await inFastTime({ aheadMs: 0, shortLimits: false }, async () => bench.service.settle(id));
			const call = async (): Promise<Outcome> => {
				const more = { executionId };
				const body = finishedVideo(id);
				const { items = [], status } = await callPaused(bench.service, node, waiting, body, more);
				return { items, answered: status, stored: JSON.stringify(items) };
			};
			return { run: call, again: call };
		},
	},
	{
		node: 'AI Create',
		name: 'wait for result and download it',
		kind: 'lookUp',
		request: PAGES.aiCreation,
		limitMinutes: 1,
		prepare: async () =>
			createImage({ completion: 'wait', downloadResult: true, options: { timeLimit: 1 } }),
	},
];

/** A submit with n8n's "Retry On Fail", which must not submit again what may have been created. */
function retried(step: Step): Step {
	if (step.kind !== 'submit') return step;
	const prepare: Step['prepare'] = async (bench) => ({
		...(await step.prepare(bench)),
		...triedTwice,
	});
	return { ...step, prepare };
}

/** A node with one choice of operation, and the request of it whose answers drift: every one that JSON answers. */
export const DRIFT_STEPS: readonly Step[] = [
	...uploadSteps.filter(({ kind }) => kind !== 'upload' && kind !== 'download'),
	...submitSteps.map(retried),
	...[figureStep, ...readSteps, ...triggerSteps],
	...MORE,
];
