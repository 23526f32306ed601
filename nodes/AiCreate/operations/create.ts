import { updateDisplayOptions, type IExecuteFunctions } from 'n8n-workflow';

import { runSubmit } from '../../shared/run/runSubmit';
import type { SubmitOperation } from '../../shared/run/submit';
import { withFiles, withFileTexts } from '../../shared/fields/pendingFiles';
import { parametersOf, refusal } from '../../shared/fields/request';
import { estimateCost } from '../../shared/models/price';
import { modelFields } from '../../shared/models/editorFields';
import { chooseModel } from '../../shared/models/chooseModel';
import { buildModelRequest, type ModelRequest } from '../../shared/models/request';
import type { CreationType } from '../../shared/models/catalogue/types';
import type { NodeOperation } from '../../shared/run/nodeOperation';
import { submitAiCreation } from '../../shared/service/aiCreation';
import { aiCreation } from '../../shared/tasks/aiCreation';
import { requireMaxCost } from '../maxCost';
import { validateAll } from '../validateAll';

/** Operation that makes images (3) or videos (4) with the chosen model (service.md 4.3). */
function createOperation(operation: string, creationType: CreationType): NodeOperation {
	const submit: SubmitOperation<ModelRequest> = {
		kind: aiCreation,
		prepare(context, itemIndex) {
			const request = readRequest(context, itemIndex, creationType);
			requireMaxCost(context, itemIndex, request.body);
			return request;
		},
		async submit(client, { body, files }, item) {
			const ready = await withFiles({ ...item, client }, body, files);
			return [await submitAiCreation(client, ready)];
		},
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
					? validateAll(
							context,
							submit,
							({ body }) => estimateCost(body),
							({ body, files }) => withFileTexts(body, files),
						)
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
function readRequest(
	context: IExecuteFunctions,
	itemIndex: number,
	creationType: CreationType,
): ModelRequest {
	const parameters = parametersOf(context, itemIndex);
	const model = chooseModel(parameters.read, creationType);
	if ('violation' in model) throw refusal(context, itemIndex, [model.violation]);
	const request = buildModelRequest(model, parameters);
	if ('violations' in request) throw refusal(context, itemIndex, request.violations);
	return request;
}
