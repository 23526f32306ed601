import type { INodePropertyOptions } from 'n8n-workflow';

/** What a choice says instead of its usual text. */
export interface Wording {
	description: string;
	/** Follows its name, in brackets. */
	note?: string;
}

/** The choices of a field with other texts for some of them, by their values. */
export function reworded(
	choices: readonly INodePropertyOptions[],
	wordings: Readonly<Record<string, Wording>>,
): INodePropertyOptions[] {
	return choices.map((choice) => {
		const wording = wordings[String(choice.value)];
		if (!wording) return choice;
		const { description, note } = wording;
		return { ...choice, name: note ? `${choice.name} (${note})` : choice.name, description };
	});
}
