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
	for (const mib of sizes) {
		const { taskId, url } = await finishedTask(sinks, mib * MIB);
		const task: Task = { sinks, file: '', source: { url, sha256: '' }, taskId };
		for (const contender of downloads.filter(({ name }) => name.includes(only))) {
			tell(`${mib} MiB: ${contender.name}`);
			results.push(await measure(n8n, contender, task, credentials, mib, runs));
		}
	}
	tellResults(results);
	return 0;
});
