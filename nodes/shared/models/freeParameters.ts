import { parametersLabel } from './labels';

type FreeParameters = { parameters: Record<string, unknown> } | { message: string };

const reserved = ['model_code', 'creation_type'];

function parse(raw: unknown): unknown {
	if (typeof raw !== 'string') return raw;
	if (raw.trim() === '') return {};
	try {
		return JSON.parse(raw) as unknown;
	} catch {
		return undefined;
	}
}

/**
 * Reads the parameters of an undescribed model.
 *
 * @param raw JSON text, an object (from an expression), or nothing
 * @returns the parameters, or a sentence that says why they cannot be used
 */
export function readFreeParameters(raw: unknown): FreeParameters {
	const parsed = parse(raw ?? {});
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		return {
			message: `'${parametersLabel.label}' must be a JSON object such as {"video_duration": 5}`,
		};
	}
	const taken = reserved.filter((name) => name in parsed);
	if (taken.length > 0) {
		return {
			message: `'${parametersLabel.label}' must not contain ${taken.join(' or ')}: the chosen model and operation decide that`,
		};
	}
	if ('callback' in parsed) {
		return {
			message: `'${parametersLabel.label}' must not contain callback: the service calls nobody back about these tasks; choose in 'Completion' how the result is waited for`,
		};
	}
	return { parameters: { ...parsed } };
}
