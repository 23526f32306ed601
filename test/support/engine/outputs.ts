import groupBy from 'lodash/groupBy';
import mapValues from 'lodash/mapValues';
import uniq from 'lodash/uniq';
import type { IDataObject, INodeExecutionData, IRun } from 'n8n-workflow';

const NOTE = / ?Nothing was (submitted|uploaded for this item)\.$/;

/** The title and the description of an error in one text, without the note that nothing was submitted. */
export function errorText(
	error: { message: string; description?: string | null } | undefined,
): string {
	const description = error?.description?.replace(NOTE, '').replace(/\.$/, '');
	return [error?.message, description].filter(Boolean).join('. ');
}

/** The input item of each item of the first output, by n8n's pairing. */
export const pairsOf = ([items = []]: INodeExecutionData[][]): unknown[] => items.map(pairOf);

/** The number of the input item alone, where nothing else is said. */
function pairOf({ pairedItem }: INodeExecutionData): unknown {
	const said = Object.entries(Object(pairedItem) as object).filter(
		([, value]) => value !== undefined,
	);
	const keys = said.map(([key]) => key);
	return keys.join() === 'item' ? (pairedItem as { item: number }).item : pairedItem;
}

/** What left the tested node through an output, over all its runs. */
export const left = ({ data }: IRun, output: number): IDataObject[] =>
	(data.resultData.runData.Tested ?? []).flatMap(
		(one) => one.data?.main?.[output]?.map(({ json }) => json) ?? [],
	);

/** What the output panel of the tested node says, in its last run. */
export const hintsOf = ({ run }: { run: IRun }): string[] =>
	(run.data.resultData.runData.Tested?.at(-1)?.hints ?? []).map(({ message }) => message);

/** The items of an execution that waits, as n8n has stored them. */
export const storedItems = ({ data }: IRun): INodeExecutionData[] =>
	data.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];

/** The part of JSON Schema that n8n's editor reads. */
interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	version?: number;
}

/**
 * What all these values have in common.
 *
 * @throws Error when a field has different types, which a preview cannot say
 */
export function schemaOf(values: readonly unknown[], place = 'output'): OutputSchema {
	const types = uniq(values.map(typeOf));
	const [type] = types;
	if (type === undefined || types.length > 1) throw new Error(`${place}: ${types.join(', ')}`);
	if (type === 'array') {
		const entries = (values as unknown[][]).flat();
		return entries.length === 0 ? { type } : { type, items: schemaOf(entries, `${place}[]`) };
	}
	if (type !== 'object') return { type };
	const entries = values.flatMap((value) => Object.entries(value as object));
	const fields = groupBy(entries, ([name]) => name);
	const properties = mapValues(fields, (found, name) =>
		schemaOf(
			found.map(([, value]: [string, unknown]) => value),
			`${place}.${name}`,
		),
	);
	return { type, properties };
}

function typeOf(value: unknown): string {
	if (Array.isArray(value)) return 'array';
	return value === null ? 'null' : typeof value;
}
