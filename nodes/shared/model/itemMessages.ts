import { catalogue } from '../util/catalogue';

/** Texts about input items. */
export const itemMessages = catalogue({
	itemHasError: (error: string) => `The input item has an error of an earlier node: ${error}`,
	/** @param reason as the service gives it; empty where it gives none */
	endedWithoutResult: (reason: string) =>
		`The task of the item has ended without a result${reason && `: ${reason}`}`,
	taskInProgress:
		"The task of the item is still in progress: choose 'Wait for Result' in 'Completion' of the node that submits it, or 'Wait' in 'Digital Human Get Task'.",
});
