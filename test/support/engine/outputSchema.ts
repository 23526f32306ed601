import groupBy from 'lodash/groupBy';
import mapValues from 'lodash/mapValues';
import uniq from 'lodash/uniq';

/** The part of JSON Schema that n8n's editor reads. */
export interface OutputSchema {
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
