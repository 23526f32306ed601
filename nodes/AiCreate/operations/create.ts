import { NodeOperationError, updateDisplayOptions, type IExecuteFunctions } from 'n8n-workflow';

import { runSubmit } from '../../shared/completion/run';
import type { SubmitOperation } from '../../shared/completion/submit';
import { estimateCost } from '../../shared/models/price';
import { modelFields } from '../../shared/models/editorFields';
import { chooseModel, readModelValues } from '../../shared/models/modelParameters';
import { buildSubmitBody } from '../../shared/models/request';
import type { CreationType, SubmitBody, Violation } from '../../shared/models/types';
import type { NodeOperation } from '../../shared/operation';
import { submitAiCreation } from '../../shared/service/aiCreation';
import { aiCreation } from '../../shared/tasks/aiCreation';
import { refuseDearer } from '../maxCost';
import { validateAll } from '../validateAll';

/** Operation that makes images (3) or videos (4) with the chosen model (specification 4.3). */
function createOperation(operation: string, creationType: CreationType): NodeOperation {
	const submit: SubmitOperation<SubmitBody> = {
		kind: aiCreation,
		prepare(context, itemIndex) {
			const body = readBody(context, itemIndex, creationType);
			refuseDearer(context, itemIndex, body);
			return body;
		},
		submit: async (client, body) => [await submitAiCreation(client, body)],
	};
	return {
		properties: updateDisplayOptions(
			{ show: { operation: [operation] } },
			modelFields(creationType),
		),
		async execute(context) {
			const { validateOnly } = context.getNodeParameter('options', 0, {}) as {
				validateOnly?: boolean;
			};
			return [
				validateOnly
					? validateAll(context, submit, estimateCost)
					: await runSubmit(context, submit),
			];
		},
	};
}

export const createImage = createOperation('createImage', 3);

export const createVideo = createOperation('createVideo', 4);

/**
 * Reads the request of one item.
 *
 * @throws NodeOperationError that lists every field which breaks a rule of the model
 */
function readBody(
	context: IExecuteFunctions,
	itemIndex: number,
	creationType: CreationType,
): SubmitBody {
	const read = (name: string): unknown => context.getNodeParameter(name, itemIndex, null);
	const model = chooseModel(read, creationType);
	if ('message' in model) throw refusal(context, itemIndex, [model]);
	const request = buildSubmitBody(model, readModelValues(model, read));
	if ('violations' in request) throw refusal(context, itemIndex, request.violations);
	return request.body;
}

function refusal(
	context: IExecuteFunctions,
	itemIndex: number,
	violations: Violation[],
): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		violations.map(({ message }) => message).join('. '),
		{ description: 'Nothing was submitted for this item.', itemIndex },
	);
}
