type Parsed = Record<string, unknown> | unknown[];

/**
 * Reads the form in which n8n stores executions: a list in which every text stands for the entry with that number,
 * so that objects may refer to each other in circles.
 *
 * @throws SyntaxError when it is not JSON
 */
export function parseFlatted(text: string): unknown {
	const entries = JSON.parse(text) as unknown[];
	const seen = new Set<Parsed>();
	const resolve = (value: unknown): unknown =>
		typeof value === 'string' ? entry(Number(value)) : value;
	const entry = (index: number): unknown => {
		const value = entries[index];
		if (typeof value !== 'object' || value === null) return value;
		const parsed = value as Parsed;
		if (!seen.has(parsed)) {
			seen.add(parsed);
			const target = parsed as Record<string, unknown>;
			for (const key of Object.keys(target)) target[key] = resolve(target[key]);
		}
		return parsed;
	};
	return entry(0);
}
