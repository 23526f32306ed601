import type { INodeListSearchResult } from 'n8n-workflow';

import type { LocalService } from '../../../demo-service';
import { inLanes } from '../../n8n/program';
import { byId } from '../../n8n/presenterWorkflow';
import { chain, manualTrigger, packNode, withPinned, type NodeSpec } from '../../n8n/workflows';
import { packName } from '../../n8n/pack';
import type { Rest, StoredCredential } from '../../n8n/rest';
import type { Benchmark, Result } from '../lib/benchmark';
import { MemoryWatch, MIB } from '../lib/memory';
import { createPicture, credentialFor, prompts, runWorkflow, timingOf } from '../lib/workflows';
import { startSinks, submitPicture } from '../lib/service';
import type { Setting } from '../lib/setting';

const ITEMS = [1_000, 3_000, 10_000];
const TASKS = [1_000, 10_000, 100_000];
const PERSONS = [200, 2_000];

/** Entries with which n8n loads all code before. */
const FEW = 10;

const create = createPicture('AI Create, Return Task ID');

const lookUp: NodeSpec = packNode('digitalHumanGetTask', 'Get Task', {
	operation: 'get',
	taskId: byId('={{ $json.taskId }}'),
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
			const place = await warmPlace(setting, await startSinks(), [create, lookUp]);
			results.push(...(await place.run(count, `${count} items`, prompts(count))));
		}
		const listed = await startSinks();
		for (const [index, count] of TASKS.entries()) {
			await submitPictures(listed, count - (TASKS[index - 1] ?? 0));
			const place = await warmPlace(setting, listed, [listTasks]);
			results.push(...(await place.run(count, `${count} tasks`)));
		}
		for (const persons of PERSONS) {
			const place = await warmPlace(setting, await startSinks({ persons }), [listPersons]);
			results.push(...(await place.run(persons, `${persons} persons`)));
			results.push(await place.search(persons));
		}
		return results;
	},
};

/** Submits many pictures without n8n, fifty at once; they are finished at once. */
async function submitPictures(service: LocalService, count: number): Promise<void> {
	service.fate({ seconds: 0 });
	await inLanes(50, Array(count), async () => await submitPicture(service));
}

/** An n8n that was started again, on which these nodes have run once, behind each other, with few entries. */
async function warmPlace(setting: Setting, service: LocalService, nodes: NodeSpec[]) {
	const rest = await setting.afresh();
	const file = chain('Benchmark: scale', manualTrigger, ...nodes);
	const small = await startSinks({ persons: FEW });
	await submitPictures(small, FEW);
	await runWorkflow(rest, withPinned(file, prompts(FEW)), await credentialFor(rest, small));
	const credential = await credentialFor(rest, service);
	// It ends with this n8n.
	const watch = new MemoryWatch(setting.n8n.processId);
	const resultOf = (contender: string, { startTime, executionTime }: Timed, count: number) => ({
		contender,
		figures: {
			milliseconds: executionTime,
			perItem: executionTime / count,
			extraMib: watch.growth(startTime, startTime + executionTime) / MIB,
		},
	});
	return {
		/** @param count how many entries each node has to output */
		async run(count: number, task: string, items = prompts(1)): Promise<Result[]> {
			const execution = await runWorkflow(rest, withPinned(file, items), credential);
			return nodes.map(({ name }) => {
				requireAll(name, execution.json(name).length, count);
				return { task, ...resultOf(name, timingOf(execution, name), count) };
			});
		},
		/** Searches the list of persons for a name that one in ten has. */
		async search(count: number): Promise<Result> {
			const contender = 'Search in the list of persons';
			const startTime = Date.now();
			const found = await searchPersons(rest, credential, 'Jan');
			const timed = { startTime, executionTime: Date.now() - startTime };
			requireAll(contender, found, count / 10);
			return { task: `${count} persons`, ...resultOf(contender, timed, count) };
		},
	};
}

/** In Unix milliseconds, and milliseconds. */
type Timed = Record<'startTime' | 'executionTime', number>;

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
