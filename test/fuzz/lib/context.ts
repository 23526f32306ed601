/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';

import { get, has } from 'lodash';
import type { IBinaryData, IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

let runs = 1000;

const REFUSED = JSON.stringify({ trace_id: '1', code: 400, msg: 'refused', data: null });

/** What n8n gives a node that runs with one item, as far as reading its parameters needs it; all is refused. */
export function contextOf(type: string, parameters: INodeParameters): IExecuteFunctions {
	const memories: Record<string, IDataObject> = {};
	const file: IBinaryData = { data: 'AAAA', mimeType: 'image/png', fileName: 'a.png', bytes: 3 };
	const node = { id: '1', name: 'Tested', type, typeVersion: 1, position: [0, 0], parameters };
	const log = () => {};
	return {
		getNode: () => node,
		getInputData: () => [{ json: {}, binary: { data: file } }],
		getNodeParameter(name: string, _index: number, fallback?: unknown, options?: object) {
			const value: unknown = get(parameters, name, fallback);
			const chosen = options && 'extractValue' in options && options.extractValue;
			return chosen && has(value, '__rl') ? get(value, 'value') : value;
		},
		// Each run belongs to an application of its own, which is far from every limit.
		getCredentials: async () => ({ baseUrl: 'http://127.0.0.1:9', accessToken: `${runs++}` }),
		getContext: (kind: string) => (memories[kind] ??= {}),
		getExecutionId: () => '1',
		getExecutionCancelSignal: () => undefined,
		getWorkflow: () => ({ id: '1' }),
		getMode: () => 'manual',
		continueOnFail: () => false,
		evaluateExpression: () => 0,
		getWorkflowDataProxy: () => ({}),
		logger: { info: log, debug: log, warn: log, error: log },
		helpers: {
			assertBinaryData(_index: number, field: unknown) {
				if (field === 'data') return file;
				throw new Error(`no file in ${String(field)}`);
			},
			getBinaryDataBuffer: async () => Buffer.from('AAAA', 'base64'),
			httpRequest: async () => ({ statusCode: 404, headers: {}, body: Readable.from([]) }),
			httpRequestWithAuthentication: async () => ({ statusCode: 200, headers: {}, body: REFUSED }),
		},
	} as unknown as IExecuteFunctions;
}
