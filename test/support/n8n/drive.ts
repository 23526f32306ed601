/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { buffer } from 'node:stream/consumers';

import type { INodeParameters } from 'n8n-workflow';

import { listen } from '../server';
import type { WorkflowFile } from '../../../tools/n8n/workflows';

/** Where workflows upload files, instead of the drive of an account. */
export interface Drive {
	/** What arrived, in its order: the path of the address, and the file. */
	files: Array<{ path: string; content: Buffer }>;
	/** Replaces a node by one that uploads the file `data` to a path, and outputs its `link`. */
	replace(file: WorkflowFile, nodeName: string, path: string): WorkflowFile;
	/** The link that an upload was answered with. */
	linkTo(path: string): string;
	close(): void;
}

/** Starts a drive on loopback. */
export async function startDrive(): Promise<Drive> {
	const files: Drive['files'] = [];
	const { url, close } = await listen((request, response) => {
		void buffer(request).then((content) => {
			const path = decodeURIComponent(request.url ?? '');
			files.push({ path, content });
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ link: linkTo(path) }));
		});
	});
	const linkTo = (path: string) => url + path;
	const upload = (path: string): INodeParameters => ({
		method: 'PUT',
		url: `=${url}${path}`,
		sendBody: true,
		contentType: 'binaryData',
		inputDataFieldName: 'data',
		options: {},
	});
	return {
		files,
		linkTo,
		replace: (file, nodeName, path) => ({
			...file,
			nodes: file.nodes.map((node) =>
				node.name === nodeName
					? {
							...node,
							type: 'n8n-nodes-base.httpRequest',
							typeVersion: 4.2,
							parameters: upload(path),
						}
					: node,
			),
		}),
		close,
	};
}
