import { frameCases } from './frameCases';
import { imageCases } from './imageCases';
import { modelaCases } from './modelaCases';
import { lastVideoCases, materialCases } from './otherVideoCases';
import type { ModelCase, Parameters } from './support';
import { undescribedCase, undescribedCases } from './undescribedCases';

export type { ModelCase, Parameters, RefusedCase } from './support';

/** The models that the specification describes, in its order. */
export const describedCases: ModelCase[] = [
	...imageCases,
	...frameCases,
	...materialCases,
	...modelaCases,
	...lastVideoCases,
];

/** Codes that no document knows. */
export const typedCases: ModelCase[] = [
	undescribedCase('imagex-1.0', 3),
	undescribedCase('modelx-9.0-video', 4),
];

/** Every model that the catalogue lists, in the specification's order. */
export const modelCases: ModelCase[] = [...describedCases, ...undescribedCases];

/** The parameters with which this model is chosen in the node. */
export function chosen({ code }: ModelCase, parameters: Parameters): Parameters {
	return describedCases.some((described) => described.code === code)
		? { modelCode: code, ...parameters }
		: { modelCode: 'other', otherModelCode: code, ...parameters };
}

/**
 * The same parameters for a workflow: a required value that is missing comes from an expression
 * without result, since n8n does not start a workflow with an empty required field.
 */
export function asExpressions(parameters: Parameters): Parameters {
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [name, value === '' ? "={{ '' }}" : value]),
	);
}
