import { clamp } from 'lodash';

/** A time as HTTP writes it: "Sun, 29 Nov 2026 10:00:00 GMT". JavaScript would take nearly anything for a time. */
const HTTP_DATE = /^\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;

/** How far n8n's clock and that of the service are apart, as the answers of the service show it. */
export class ServiceClock {
	/**
	 * By how many milliseconds n8n's clock is ahead; negative where it is behind, and 0 as long as no answer shows more.
	 */
	leadMs = 0;

	/**
	 * Sets `leadMs` by an answer of the service, whatever earlier answers have shown.
	 *
	 * @param date the header "Date", which has the time of the answer by the service's clock in whole seconds; where it
	 *   is missing or anything else, nothing changes
	 * @param sentAt when the request was sent, in milliseconds by n8n's clock
	 * @param receivedAt when the answer had arrived, by the same clock
	 */
	note(date: unknown, sentAt: number, receivedAt: number): void {
		const text = String(date).trim();
		const shown = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
		if (Number.isNaN(shown)) return;
		// The service has read its clock between the request and the answer. It showed this time, or up to a second
		// more, which the header leaves out. So n8n's clock is ahead by something between these two bounds.
		const leastLead = sentAt - (shown + 1000);
		const mostLead = receivedAt - shown;
		// Of all that is possible, what is closest to 0 counts: the clocks are taken for equal where they may be.
		this.leadMs = clamp(0, leastLead, mostLead);
	}
}
