import { describe, expect, it } from '@jest/globals';

import { misfit } from '../../../nodes/shared/files/requireUsableFile';
import type { FileRecord } from '../../../nodes/shared/service/files';

const at = 'https://files.example.com/openapi';
const GB = 1024 ** 3;

describe('The record of a file that is chosen by its ID', () => {
	const misfitOf = (record: Partial<FileRecord>) =>
		misfit({ id: '1', status: 1, raw: {}, ...record }, 'video_translation');

	it.each<[string, Partial<FileRecord>]>([
		['the purpose', { service: 'video_translation', bytes: 9, file_path: `${at}/1.mp4` }],
		['nothing', {}],
		['nothing but nulls', { service: null, bytes: null, file_path: null }],
		['a purpose that this package does not know', { service: 'new_purpose' }],
		['an empty purpose', { service: '' }],
		['no size yet', { service: 'video_translation', bytes: 0, file_path: `${at}/1.mov?a=b` }],
		['an address without an extension', { file_path: `${at}/1` }],
		['an address whose end is no known extension', { file_path: `${at}/1.v2` }],
	])('passes when it reports %s', (_what, record) => {
		expect(misfitOf(record)).toBeUndefined();
	});

	it.each<[string, Partial<FileRecord>, RegExp]>([
		[
			'another purpose',
			{ service: 'ai_creation' },
			/was uploaded for 'AI Creation'\. Upload it again/,
		],
		[
			'another type',
			{ file_path: `${at}/1.webm` },
			/'1.webm' is not a supported type\. Use MP4 or MOV\. .*Options › File Name/,
		],
		[
			'too large a file',
			{ bytes: GB + 1, file_path: `${at}/1.mp4` },
			/too large \(1\.1 GB\)\. .*at most 1 GB/,
		],
	])('is refused when it reports %s', (_what, record, violation) => {
		expect(misfitOf(record)).toMatch(violation);
	});
});
