/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { say } from './progress';

type Step = () => Promise<void> | void;

const steps: Step[] = [];
let shuttingDown = false;

/** Something to do before the program ends, however it ends; the last one goes first. */
export function onShutdown(step: Step): void {
	steps.push(step);
}

/** Does everything that was asked for with `onShutdown`, once. */
export async function shutDown(): Promise<void> {
	for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
}

/**
 * Runs the work of a program and stops what it started, also on Ctrl-C (a second one does not wait).
 *
 * @param work returns the exit code
 */
export function runProgram(work: () => Promise<number>): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (shuttingDown) process.exit(130);
			shuttingDown = true;
			say('\nStopping ...');
			void shutDown().finally(() => process.exit(signal === 'SIGINT' ? 0 : 143));
		});
	}
	const finish = async (): Promise<void> => {
		let code = 1;
		try {
			code = await work();
		} catch (error) {
			if (!shuttingDown) say(`\n${error instanceof Error ? error.message : String(error)}`);
		}
		if (shuttingDown) return;
		shuttingDown = true;
		await shutDown();
		process.exit(code);
	};
	void finish();
}
