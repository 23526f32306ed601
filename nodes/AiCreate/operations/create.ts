import { updateDisplayOptions, type IExecuteFunctions } from 'n8n-workflow';

import { runSubmit } from '../../shared/run/runSubmit';
import type { SubmitOperation } from '../../shared/run/submit';
import { refusal } from '../../shared/fields/request';
import {
	inWords,
	standInAddresses,
	withUploadedFiles,
	type InputFiles,
} from '../../shared/files/standIns';
import type { Purpose } from '../../shared/files/purposes';
import { estimateCost } from '../../shared/models/price';
import { modelFields } from '../../shared/models/editorFields';
import { chooseModel, readModelValues } from '../../shared/models/modelParameters';
import { buildSubmitBody } from '../../shared/models/request';
import type { CreationType, SubmitBody } from '../../shared/models/catalogue/types';
import type { NodeOperation } from '../../shared/run/nodeOperation';
import { submitAiCreation } from '../../shared/service/aiCreation';
import { aiCreation } from '../../shared/tasks/aiCreation';
import { refuseDearer } from '../maxCost';
import { validateAll } from '../validateAll';

const PURPOSE: Purpose = 'ai_creation';

/** The body of a submit, in which stand-in addresses take the place of input files until they are uploaded. */
interface CreateRequest {
	body: SubmitBody;
	files: InputFiles;
}

/** Operation that makes images (3) or videos (4) with the chosen model (service.md 4.3). */
function createOperation(operation: string, creationType: CreationType): NodeOperation {
	const submit: SubmitOperation<CreateRequest> = {
		kind: aiCreation,
		prepare(context, itemIndex) {
			const request = readRequest(context, itemIndex, creationType);
			refuseDearer(context, itemIndex, request.body);
			return request;
		},
		async submit(client, { body, files }, item) {
			const ready = await withUploadedFiles({ ...item, client }, body, files, PURPOSE);
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
							({ body, files }) => inWords(body, files),
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
): CreateRequest {
	const read = (name: string): unknown => context.getNodeParameter(name, itemIndex, null);
	const model = chooseModel(read, creationType);
	if ('message' in model) throw refusal(context, itemIndex, [model.message]);
	const { files, violations, addressOf } = standInAddresses(context, itemIndex, PURPOSE);
	const values = readModelValues(model, read, addressOf);
	const request = buildSubmitBody(model, values, (url) => files[url]?.bytes);
	const problems = 'violations' in request ? request.violations : [];
	const messages = [...violations, ...problems.map(({ message }) => inWords(message, files))];
	if ('violations' in request || messages.length > 0) throw refusal(context, itemIndex, messages);
	return { body: request.body, files };
}
