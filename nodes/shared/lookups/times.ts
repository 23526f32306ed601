import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { formatTime } from '../util/format';

/**
 * Date and time of an entry, as the clock of the user shows it: in the time zone of n8n or of the workflow.
 *
 * @param time Unix seconds or ISO 8601
 * @returns undefined where there is no time
 */
export function localTime(
	context: Pick<ILoadOptionsFunctions, 'getTimezone'>,
	time: number | string | null | undefined,
): string | undefined {
	return formatTime(time, context.getTimezone());
}
