import { runProgram } from '../../../tools/n8n/program';
import { runTests } from '../../../tools/n8n/runTests';
import { startCluster } from './queueMode';

/** `npm run test:queue`: n8n in queue mode, with PostgreSQL, Redis, and four processes of n8n. */
runProgram(async () => {
	return await runTests('queue', async (folder) => {
		const cluster = await startCluster(folder);
		return {
			N8N_TEST_URL: cluster.url,
			N8N_TEST_WEBHOOK_URL: cluster.webhookUrl,
			N8N_TEST_CLUSTER: JSON.stringify(cluster),
		};
	});
});
