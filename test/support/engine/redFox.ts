import type { INodeParameters } from 'n8n-workflow';

/** Parameters of AI Create for one picture. */
export const redFox: INodeParameters = {
	resource: 'image',
	operation: 'generate',
	modelCode: 'modelf-4.0',
	refPrompt: 'A red fox',
};
