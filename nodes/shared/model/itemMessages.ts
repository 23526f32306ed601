import { catalogue } from '../util/catalogue';

/** How several values in one field become an item for each, as the end of an advice. */
export const ITEM_FOR_EACH =
	"use n8n's Split Out node before this one to get an item for each. Split Out needs a list: n8n's Edit Fields node makes one of a text with commas by {{ $json.field.split(',') }}.";

/** Texts about input items. */
export const itemMessages = catalogue({
	itemHasError: (error: string) => `The input item has an error of an earlier node: ${error}`,
	/** @param reason as the service gives it; empty where it gives none */
	endedWithoutResult: (reason: string) =>
		`The task of the item has ended without a result${reason && `: ${reason}`}`,
	taskInProgress:
		"The task of the item is still in progress: choose 'Wait for Result' in 'Completion' of the node that submits it, or 'Wait' in 'Digital Human Get Task'.",
});
