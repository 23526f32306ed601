import type { Benchmark, Result } from '../lib/benchmark';
import { downloads, type Task } from '../lib/contenders';
import { fileFigures, measureFile } from '../lib/files';
import { MIB } from '../lib/memory';
import { finishedTask, startSinks } from '../lib/service';
import { credentialsFor } from '../lib/setting';

/** A result file into n8n's storage. */
export const download: Benchmark = {
	name: 'download',
	title: 'Result files into n8n',
	about:
		'The result of a finished task is downloaded into the storage of n8n (files). The time of Get Task includes the status check.',
	figures: fileFigures,
	compared: { 'HTTP Request': 'milliseconds' },
	async run(setting) {
		const sinks = await startSinks('count');
		const credentials = await credentialsFor(await setting.afresh(), sinks);
		const results: Result[] = [];
		const resultOf = async (mib: number): Promise<Task> => {
			const { taskId, url } = await finishedTask(sinks, mib * MIB);
			return { sinks, file: '', source: { url, sha256: '' }, taskId };
		};
		const warmUp = await resultOf(1);
		for (const mib of setting.mib ?? [500]) {
			const task = await resultOf(mib);
			for (const contender of downloads.filter(({ name }) => name.includes(setting.only))) {
				setting.report(`${mib} MiB: ${contender.name}`);
				results.push(await measureFile(setting, contender, { mib, task, warmUp }, credentials));
			}
		}
		return results;
	},
};
