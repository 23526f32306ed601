import { startCluster } from '../queue/cluster';
import { runTests } from '../runTests';
import { onShutdown, runProgram } from '../shutdown';

/** `npm run test:queue`: n8n in queue mode, with PostgreSQL, Redis, and four processes of n8n. */
runProgram(async () => {
	return await runTests('queue', async (folder) => {
		const cluster = await startCluster(folder, onShutdown);
		return {
			N8N_TEST_URL: cluster.url,
			N8N_TEST_WEBHOOK_URL: cluster.webhookUrl,
			N8N_TEST_CLUSTER: JSON.stringify(cluster),
		};
	});
});
