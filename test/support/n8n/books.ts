import type { LocalService } from '../../../demo-service';

/** The texts 'Text 0.', 'Text 1.' and so on in the books of the service: each was charged as often as it stands there. */
export const booked = (service: LocalService): string[] =>
	service.tasks().map(({ input }) => /Text \d+\./.exec(JSON.stringify(input))?.[0] ?? '?');

/** All tasks end now, and those to come at once. */
export function endAll(service: LocalService): void {
	for (const { id } of service.tasks()) service.settle(id);
	service.fate({ seconds: 0 });
}
