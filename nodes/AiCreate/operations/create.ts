import {
	NodeOperationError,
	updateDisplayOptions,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { errorItem } from '../../shared/completion/items';
import { runSubmit } from '../../shared/completion/run';
import type { SubmitOperation } from '../../shared/completion/submit';
import { estimateCost } from '../../shared/models/price';
import { modelFields } from '../../shared/models/editorFields';
import { chooseModel, readModelValues } from '../../shared/models/modelParameters';
import { buildSubmitBody } from '../../shared/models/request';
import type { CreationType, SubmitBody, Violation } from '../../shared/models/types';
import type { NodeOperation } from '../../shared/operation';
import { submitAiCreation } from '../../shared/service/aiCreation';
import { toNodeError } from '../../shared/service/nodeError';
import { aiCreation } from '../../shared/tasks/aiCreation';
import { refuseDearer } from '../maxCost';

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
			return [validateOnly ? validateAll(context, submit) : await runSubmit(context, submit)];
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

function validateAll(
	context: IExecuteFunctions,
	{ prepare }: SubmitOperation<SubmitBody>,
): INodeExecutionData[] {
	return context.getInputData().map((_, itemIndex) => {
		try {
			const request = prepare(context, itemIndex);
			const estimatedCost = estimateCost(request);
			return {
				json: { request, ...(estimatedCost ? { estimatedCost: { ...estimatedCost } } : {}) },
				pairedItem: { item: itemIndex },
			};
		} catch (error) {
			if (context.continueOnFail()) return errorItem(context, error, itemIndex);
			throw toNodeError(context.getNode(), error, itemIndex);
		}
	});
}
