import type { INodeListSearchResult } from 'n8n-workflow';

import { chain, manualTrigger, packNode, withPinned, type NodeSpec } from '../../n8n/workflows';
import { packName } from '../../n8n/pack';
import type { Rest, StoredCredential } from '../../n8n/rest';
import type { Benchmark, Result } from '../lib/benchmark';
import { MemoryWatch, MIB } from '../lib/memory';
import { createPicture, prompts, runWorkflow, timingOf } from '../lib/workflows';
import { newTasks, startSinks, submitPictures, type Sinks } from '../lib/service';
import { credentialFor, type Setting } from '../lib/setting';

const ITEMS = [1_000, 3_000, 10_000];
const TASKS = [1_000, 10_000, 100_000];
const PERSONS = [200, 2_000];

/** Entries with which n8n loads all code before. */
const FEW = 10;

const create = createPicture('AI Create, Return Task ID');

const lookUp: NodeSpec = packNode('digitalHumanGetTask', 'Get Task', {
	operation: 'get',
	taskId: { __rl: true, mode: 'id', value: '={{ $json.taskId }}' },
	whenNotFinished: 'now',
	downloadResult: false,
});

const listTasks: NodeSpec = packNode('digitalHumanGetTask', 'Get Task, Get Many', {
	operation: 'getAll',
	taskKind: 'aiCreation',
	returnAll: true,
});

const listPersons: NodeSpec = packNode('digitalHumanLibrary', 'Library, Get Many', {
	resource: 'publicPerson',
	operation: 'getAll',
	returnAll: true,
});

/** Whether time and memory grow with the number of items as they should, in proportion. */
export const scale: Benchmark = {
	name: 'scale',
	title: 'Ten thousand items, a hundred thousand tasks',
	about:
		'One workflow submits an AI task for each item and looks all of them up once; the service has no rate limits. Then all tasks and public persons are listed. Each number on an n8n that was started again. Extra memory: beyond a run with ten entries, before garbage collection.',
	figures: {
		milliseconds: { heading: 'ms' },
		perItem: { heading: 'ms per entry', digits: 2 },
		extraMib: { heading: 'Extra memory, MiB' },
	},
	async run(setting) {
		const results: Result[] = [];
		for (const count of ITEMS) {
			setting.report(`${count} items`);
			const place = await warmPlace(setting, await startSinks(), [create, lookUp]);
			results.push(...(await place.run(count, `${count} items`, prompts(count))));
		}
		const listed = await startSinks();
		await newTasks(listed, { seconds: 0 });
		for (const [index, count] of TASKS.entries()) {
			setting.report(`${count} listed tasks`);
			await submitPictures(listed, count - (TASKS[index - 1] ?? 0));
			const place = await warmPlace(setting, listed, [listTasks]);
			results.push(...(await place.run(count, `${count} tasks`)));
		}
		for (const persons of PERSONS) {
			setting.report(`${persons} persons`);
			const sinks = await startSinks({ persons });
			const place = await warmPlace(setting, sinks, [listPersons]);
			results.push(...(await place.run(persons, `${persons} persons`)));
			results.push(...(await place.search(persons)));
		}
		return results;
	},
};

/** An n8n that was started again, on which these nodes have run once, behind each other, with few entries. */
async function warmPlace(setting: Setting, sinks: Sinks, nodes: NodeSpec[]) {
	const rest = await setting.afresh();
	const file = chain('Benchmark: scale', manualTrigger, ...nodes);
	const small = await startSinks({ persons: FEW });
	await submitPictures(small, FEW);
	await runWorkflow(rest, withPinned(file, prompts(FEW)), await credentialFor(rest, small));
	const credential = await credentialFor(rest, sinks);
	const processId = setting.processId();
	const watched = async (work: () => Promise<Timed[]>, count: number, task: string) => {
		const watch = new MemoryWatch(processId);
		const timed = await work();
		watch.stop();
		return timed.map(
			({ contender, startTime, executionTime }): Result => ({
				contender,
				task,
				figures: {
					milliseconds: executionTime,
					perItem: executionTime / count,
					extraMib: watch.growth(startTime, startTime + executionTime) / MIB,
				},
			}),
		);
	};
	return {
		/** @param count how many entries each node has to output */
		async run(count: number, task: string, items = prompts(1)): Promise<Result[]> {
			const work = async () => {
				const execution = await runWorkflow(rest, withPinned(file, items), credential);
				return nodes.map(({ name }) => {
					requireAll(name, execution.json(name).length, count);
					return { contender: name, ...timingOf(execution, name) };
				});
			};
			return await watched(work, count, task);
		},
		/** Searches the list of persons for a name that one in ten has. */
		async search(count: number): Promise<Result[]> {
			const contender = 'Search in the list of persons';
			const work = async () => {
				const startTime = Date.now();
				const found = await searchPersons(rest, credential, 'Jan');
				requireAll(contender, found, count / 10);
				return [{ contender, startTime, executionTime: Date.now() - startTime }];
			};
			return await watched(work, count, `${count} persons`);
		},
	};
}

interface Timed {
	contender: string;
	/** In Unix milliseconds. */
	startTime: number;
	executionTime: number;
}

function requireAll(name: string, put: number, count: number): void {
	if (put !== count) throw new Error(`${name}: ${put} of ${count}`);
}

/** Searches as the editor does. @returns how many were found */
async function searchPersons(
	rest: Rest,
	{ id, name, type }: StoredCredential,
	filter: string,
): Promise<number> {
	const { results } = await rest.post<INodeListSearchResult>(
		'dynamic-node-parameters/resource-locator-results',
		{
			path: 'parameters.personId',
			methodName: 'searchPersons',
			nodeTypeAndVersion: { name: `${packName}.digitalHumanComposeVideo`, version: 1 },
			currentNodeParameters: {},
			credentials: { [type]: { id, name } },
			filter,
		},
	);
	return results.length;
}
