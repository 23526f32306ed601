import type { INodeParameters } from 'n8n-workflow';

import { fileInItem } from '../../support/engine/binaries';
import type { NodeRun } from '../../support/engine/engine';
import type { Step, StepKind } from '../lib/step';
import { uploadFrom, uploadOf } from '../../support/engine/runs';

const BYTES = 2_000;

const inOnePiece = (): NodeRun =>
	fromItem({ purpose: 'ai_creation', options: { method: 'single' } });
const inParts = (): NodeRun => fromItem({ options: { method: 'multipart' } });

function fromItem(parameters: INodeParameters): NodeRun {
	return uploadOf([fileInItem({ bytes: BYTES })], parameters);
}

const step = (name: string, kind: StepKind, request: string, run: () => NodeRun): Step => ({
	node: 'Upload File',
	name,
	kind,
	request,
	prepare: async () => run(),
});

export const uploadSteps: Step[] = [
	step('one piece: address', 'change', 'common/create_upload_url', inOnePiece),
	step('one piece: bytes', 'upload', 'single', inOnePiece),
	step('in parts: begin', 'change', 'common/create_multipart_upload', inParts),
	step('in parts: a part', 'upload', 'part', inParts),
	step('in parts: put together', 'change', 'common/complete_multipart_upload', inParts),
	step('wait until usable', 'read', 'common/file_detail', inOnePiece),
	{
		node: 'Upload File',
		name: 'by URL: source',
		kind: 'download',
		request: 'source',
		prepare: async ({ service }) => uploadFrom(service.storage.source({ bytes: BYTES }).url),
	},
];
