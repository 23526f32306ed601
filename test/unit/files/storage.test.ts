import { expect, it } from '@jest/globals';

import { readPutAnswer } from '../../../nodes/shared/files/storage';

it.each<[number, string | undefined]>([
	[199, 'none'],
	[200, undefined],
	[204, undefined],
	[299, undefined],
	[300, 'none'],
	[307, 'none'],
	// The body was cut off, or came too slowly.
	[400, 'sendAgain'],
	[401, 'none'],
	// The address has expired, or the upload is gone.
	[403, 'freshAddress'],
	[404, 'freshAddress'],
	[408, 'sendAgain'],
	[411, 'none'],
	[429, 'sendAgain'],
	[499, 'none'],
	[500, 'sendAgain'],
	[503, 'sendAgain'],
])('after HTTP %d of the storage, the remedy is: %s', (status, remedy) => {
	expect(readPutAnswer(status, '')?.remedy).toBe(remedy);
	expect(readPutAnswer(status, '<Error><Code>Reason</Code></Error>')?.remedy).toBe(remedy);
});

it('the code of the storage is part of the message', () => {
	expect(readPutAnswer(403, '<Error><Code>AccessDenied</Code></Error>')?.detail).toBe(
		'the storage responded with HTTP 403 (AccessDenied)',
	);
	expect(readPutAnswer(502, '<html>')?.detail).toBe('the storage responded with HTTP 502');
});
