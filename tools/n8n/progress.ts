/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/require-node-api-error */
const EVERY_SECONDS = 10;

export type Progress = <T>(text: string, work: () => Promise<T>) => Promise<T>;

/**
 * Shows that a step has begun, that it still runs (every ten seconds) and how long it took.
 *
 * @param text what is being done, without a full stop
 * @returns what `work` returns
 * @throws what `work` throws, after saying that the step failed
 */
export const progress: Progress = async (text, work) => {
	const started = Date.now();
	const seconds = (): number => Math.round((Date.now() - started) / 1000);
	say(`${text} ...`);
	const timer = setInterval(() => say(`  ... ${seconds()} s`), EVERY_SECONDS * 1000);
	try {
		const result = await work();
		say(`  done (${seconds()} s)`);
		return result;
	} catch (error) {
		say(`  failed (${seconds()} s)`);
		throw error;
	} finally {
		clearInterval(timer);
	}
};

/** One line for the person at the terminal. */
export function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
