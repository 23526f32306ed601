import { clamp } from 'lodash';

/** How far n8n's clock and that of the service are apart, as the answers of the service show it. */
export class ServiceClock {
	/**
	 * By how many milliseconds n8n's clock is ahead; negative where it is behind, and 0 as long as no answer shows more.
	 */
	leadMs = 0;

	/**
	 * Learns from an answer. The service's clock showed the time of the answer, which is cut to a whole second, at some
	 * moment between the request and the answer. So n8n's clock is ahead by something between two bounds; what counts is
	 * the least of what is possible, which is 0 where the bounds lie on both sides of it.
	 *
	 * @param date the header with the time of the answer; where it is anything else, nothing is learned
	 * @param sentAt when the request was sent, in milliseconds by n8n's clock
	 * @param receivedAt when the answer had arrived, by the same clock
	 */
	note(date: unknown, sentAt: number, receivedAt: number): void {
		const shown = Date.parse(String(date));
		if (Number.isNaN(shown)) return;
		const leastLead = sentAt - (shown + 1000);
		const mostLead = receivedAt - shown;
		this.leadMs = clamp(0, leastLead, mostLead);
	}
}
