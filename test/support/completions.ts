import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

/**
 * The choices that a node's list of completions offers.
 *
 * @param credential its fields beside address and token; without it, n8n has not filled in any
 */
export async function offeredBy(
	getCompletions: (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>,
	credential?: object,
): Promise<INodePropertyOptions[]> {
	const context = {
		getNode: () => ({ credentials: credential && { digitalHumanApi: { id: '1', name: 'Mine' } } }),
		getCredentials: async () => ({
			baseUrl: 'https://api.example.com',
			accessToken: 'token',
			...credential,
		}),
	} as unknown as ILoadOptionsFunctions;
	return await getCompletions.call(context);
}
