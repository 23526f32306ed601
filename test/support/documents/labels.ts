import { packCredential, packNodes } from '../../../tools/docs/pack';

/** What n8n itself calls its menus, buttons and settings, as far as the documents name them. */
export const N8N_LABELS: ReadonlySet<string> = new Set([
	...'…¦Add to workflow¦Attachments¦Authentication¦Binary¦Community nodes¦Continue'.split('¦'),
	...'Create new credential¦Create workflow¦Description¦Execute step¦Expression¦Fixed'.split('¦'),
	...'Remove Duplicates¦Remove Items Processed in Previous Executions'.split('¦'),
	...'Execute workflow¦File Property¦From URL¦From file¦Import¦Input Binary Field'.split('¦'),
	...'Install a community node¦Loop Over Items¦On Error¦Predefined Credential Type'.split('¦'),
	...'Production URL¦Retry¦Retry On Fail¦Save¦Settings¦Timeout¦Timeout Workflow'.split('¦'),
	...'Upload a file¦Upload a video¦Upload file¦View¦Webhook URLs'.split('¦'),
]);

/** A term of docs/developers/service.md, for what the specification leaves out. */
const STRESSED = /^Not shown:?$/;

const OUTPUT_LABEL = /displayName: \\?"([^"\\]+)/g;

/** Every label of the nodes and of the credential: fields, choices, actions, outputs, and the nodes' own names. */
export function packLabels(): ReadonlySet<string> {
	const labels = new Set<string>();
	const collect = (value: unknown): void => {
		if (Array.isArray(value)) value.forEach(collect);
		else if (typeof value === 'object' && value !== null) {
			const { displayName, name, action } = value as Record<string, unknown>;
			for (const label of [displayName, name, action]) {
				if (typeof label === 'string') labels.add(label).add(withoutNote(label));
			}
			Object.values(value).forEach(collect);
		}
	};
	for (const { type } of packNodes) {
		collect(type.description);
		// Outputs that depend on a field are an expression.
		const { outputs } = type.description;
		for (const [, label = ''] of JSON.stringify(outputs).matchAll(OUTPUT_LABEL)) labels.add(label);
		labels.add(type.description.displayName.replace('Digital Human ', ''));
	}
	collect(packCredential);
	return labels;
}

/** The documents write `Portrait` for `Portrait (1080 × 1920)`, and `Limit Wait Time` for `Limit Wait Time (Minutes)`. */
function withoutNote(label: string): string {
	return label.replace(/ \([^)]*\)$/, '');
}

/** The labels that a note on the canvas names in italics or bold, by asterisks; whole sentences are only stressed. */
export function labelsInNote(note: string): string[] {
	return [...note.matchAll(/(\*\*?)([A-Z][^*]*[^*\s])\1/g)]
		.map(([, , label = '']) => label)
		.filter((label) => !/[:,.]$/.test(label));
}

/** The labels that a document names in italics; words that are only stressed begin with a small letter. */
export function labelsIn(markdown: string): string[] {
	const visible = markdown
		.replace(/^```[^]*?^```/gm, '')
		.replace(/<!--[^]*?-->/g, '')
		.replace(/`[^`\n]*`/g, '')
		.replace(/\]\([^)]*\)/g, ']');
	return [...visible.matchAll(/(?<![\w*])_([^_]+)_(?![\w*])/g)]
		.flatMap(([, phrase = '']) => phrase.replace(/\s+/g, ' ').split(/ [→›] /))
		.filter((label) => /^[A-Z…]/.test(label) && !STRESSED.test(label));
}
