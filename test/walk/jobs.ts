import type { LocalService } from '../../demo-service';
import { storedFile } from '../support/engine/binaries';
import type { Engine, NodeRunResult } from '../support/engine/engine';
import { compose, finishedVideo, generate, MIB, uploadOf } from '../support/engine/runs';
import { callPaused } from '../support/engine/webhook';

export interface Place {
	service: LocalService;
	engine: Engine;
}

/** One job of a kind that the nodes do for one item. */
export interface Job {
	title: string;
	/** Most files that should take part. */
	goal: number;
	/**
	 * Prepares the job.
	 *
	 * @returns does it; it throws an error if the job does not succeed
	 */
	prepare(place: Place): Promise<() => Promise<void>>;
}

function check(condition: unknown, outcome: unknown): void {
	if (!condition) throw new Error(`The job did not succeed: ${JSON.stringify(outcome)}`);
}

const checkJson = ({ json, error }: NodeRunResult, field: string, value?: string) =>
	check(!error && (value === undefined ? json[0]?.[field] : json[0]?.[field] === value), {
		json,
		error,
	});

export const jobs: readonly Job[] = [
	{
		title: 'Compose Video waits, and outputs the file',
		goal: 35,
		prepare:
			async ({ engine }) =>
			async () => {
				const result = await engine.run(compose({ downloadResult: true }));
				checkJson(result, 'state', 'succeeded');
				check(result.outputs[0]?.[0]?.binary, result.json);
			},
	},
	{
		title: 'AI Create submits, and returns the task ID',
		goal: 28,
		prepare:
			async ({ engine }) =>
			async () => {
				const node = generate({
					modelCode: 'modelc3.0-first-last-to-video',
					refPrompt: 'A red fox',
					startFrameSource: 'url',
					startFrameUrl: 'https://media.example/first.png',
					aspectRatio: '16:9',
					clarity: 720,
					videoDuration: 5,
					completion: 'return',
				});
				checkJson(await engine.run(node), 'taskId');
			},
	},
	{
		title: 'Upload File sends 45 MiB in parts',
		goal: 22,
		async prepare({ engine, service }) {
			const node = uploadOf([await storedFile({ bytes: 45 * MIB })]);
			return async () => {
				checkJson(await engine.run(node), 'fileId');
				check(service.journal.count({ operation: 'part' }) > 1, 'no parts');
			};
		},
	},
	{
		title: 'A callback resumes a paused Compose Video, which outputs the file',
		goal: 22,
		async prepare({ engine, service }) {
			service.fate({ seconds: Infinity });
			const node = compose({ completion: 'pause', downloadResult: true }, { items: [{}] });
			const { run } = await engine.run(node);
			const id = service.tasks()[0]?.id ?? '';
			service.settle(id);
			return async () => {
				const { items, ...answer } = await callPaused(service, node, run, finishedVideo(id));
				const [item] = items ?? [];
				check(item?.json.state === 'succeeded' && item.binary, { answer, items });
			};
		},
	},
];
