import type { IExecuteFunctions } from 'n8n-workflow';

/** Unguarded, as no node may do it: the oldest supported n8n has no such function. */
export const isTool = (context: IExecuteFunctions): boolean => context.isToolExecution();
