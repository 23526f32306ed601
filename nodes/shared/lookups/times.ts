import { DateTime } from 'luxon';
import type { ILoadOptionsFunctions } from 'n8n-workflow';

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
	if (!time) return undefined;
	const moment =
		typeof time === 'number'
			? DateTime.fromSeconds(time, { zone: 'utc' })
			: DateTime.fromISO(time, { zone: 'utc' });
	const local = moment.setZone(context.getTimezone());
	const readable = local.isValid ? local : moment;
	return readable.isValid ? readable.toFormat('yyyy-MM-dd HH:mm:ss') : undefined;
}
