import { runProgram } from '../n8n/lib/shutdown';
import { downloads, type Task } from './lib/contenders';
import { measure, type Result } from './lib/measure';
import { MIB } from './lib/memory';
import { finishedTask, startSinks } from './lib/service';
import { credentialsFor, openSetting } from './lib/setting';

/** `npm run bench download`: a result file into n8n's storage, on a real n8n. */
runProgram(async () => {
	const { n8n, rest, runs, mib: sizes, only, tell, tellResults } = await openSetting('500');
	const sinks = await startSinks('count');
	const credentials = await credentialsFor(rest, sinks);
	const results: Result[] = [];
	const resultOf = async (mib: number): Promise<Task> => {
		const { taskId, url } = await finishedTask(sinks, mib * MIB);
		return { sinks, file: '', source: { url, sha256: '' }, taskId };
	};
	const warmUp = await resultOf(1);
	for (const mib of sizes) {
		const task = await resultOf(mib);
		for (const contender of downloads.filter(({ name }) => name.includes(only))) {
			tell(`${mib} MiB: ${contender.name}`);
			results.push(await measure(n8n, contender, { mib, task, warmUp }, credentials, runs));
		}
	}
	tellResults(results);
	return 0;
});
