import { expect, it } from '@jest/globals';
import type { ZodType } from 'zod';

import type { ServiceClient } from '../../../nodes/shared/service/client';
import { createMultipartUpload } from '../../../nodes/shared/service/files';

/** A client to which the service gives one answer. */
function answering(data: unknown): ServiceClient {
	const call = async (_operation: string, _request: unknown, schema: ZodType) => schema.parse(data);
	return { call } as unknown as ServiceClient;
}

it('parts are read from the file by their numbers, in whatever order the service lists them', async () => {
	const part = (number: number) => ({
		part_number: number,
		size: 10,
		sign_url: `http://127.0.0.1/${number}`,
	});
	const client = answering({ file_id: 'a', upload_id: 'b', parts: [part(2), part(10), part(1)] });
	const file = { service: 'ai_creation', name: 'clip.mp4' };
	const { parts } = await createMultipartUpload(client, file, 30);
	expect(parts.map(({ part_number: number }) => number)).toEqual([1, 2, 10]);
});
