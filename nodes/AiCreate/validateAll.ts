import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem } from '../shared/output/taskItems';
import type { SubmitOperation } from '../shared/run/submit';
import { toNodeError } from '../shared/service/nodeError';

/**
 * The option 'Validate Only': checks all items and submits nothing.
 *
 * @param costOf price of a request, where it is published
 * @param shown the form in which a request is output
 * @returns the request of each item and its estimated cost
 * @throws NodeOperationError when an item is wrong and the workflow stops on errors
 */
export function validateAll<Request extends object>(
	context: IExecuteFunctions,
	{ prepare }: SubmitOperation<Request>,
	costOf: (request: Request) => object | undefined = () => undefined,
	shown: (request: Request) => object = (request) => request,
): INodeExecutionData[] {
	return context.getInputData().map((_, itemIndex) => {
		try {
			const request = prepare(context, itemIndex);
			const estimatedCost = costOf(request);
			const json = {
				request: shown(request),
				...(estimatedCost ? { estimatedCost: { ...estimatedCost } } : {}),
			};
			return { json: json as unknown as IDataObject, pairedItem: { item: itemIndex } };
		} catch (error) {
			if (context.continueOnFail()) return errorItem(context, error, itemIndex);
			throw toNodeError(context.getNode(), error, itemIndex);
		}
	});
}
