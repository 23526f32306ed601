import { describe, expect, it } from '@jest/globals';

import { withoutFilesOf } from '../../../nodes/shared/run/resultFiles';

type Context = Parameters<typeof withoutFilesOf>[0];

/** What the log says of the files of an unconfirmed task. */
function logOf(taskKind: string, canVerify?: boolean): string[] {
	const logged: string[] = [];
	const context = { logger: { warn: (text: string) => logged.push(text) } } as unknown as Context;
	const item = { json: { taskId: '1', taskKind, state: 'succeeded', outputUrls: ['https://x'] } };
	const settings = { onTaskFailure: 'output', simple: true, downloadField: 'data' } as const;
	expect(withoutFilesOf(context, [item], settings, canVerify)).toEqual([item]);
	return logged;
}

describe('The log says how to get the files of a task that was not confirmed', () => {
	it.each([
		['person', undefined, "Enter the 'Person Detail Path' in the credential, or download"],
		[
			'person',
			true,
			"Turn on 'Verify With Service' and enter the 'Person Detail Path' in the credential, or",
		],
		['composedVideo', true, "Turn on 'Verify With Service', or download 'outputUrls'"],
		['voice', true, "opened. Download 'outputUrls' in another node"],
		['voice', undefined, "opened. Download 'outputUrls' in another node"],
	])('%s, verification off: %s', (kind, canVerify, advice) => {
		expect(logOf(kind, canVerify)).toEqual([expect.stringContaining(advice)]);
	});
});
