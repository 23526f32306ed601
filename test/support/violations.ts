import type { FieldReading } from '../../nodes/shared/fields/field';
import type { Violation } from '../../nodes/shared/fields/violations';
import { inOneText } from '../../nodes/shared/util/text';

/** What a violation says, in one text without its full stop. */
export function saidBy({ title, advice }: Violation): string {
	return inOneText(title, advice).replace(/\.$/, '');
}

/** What is said about a field; empty where nothing is wrong. */
export function saidAbout(reading: FieldReading): string {
	return 'violation' in reading ? saidBy(reading.violation) : '';
}

/** What is said about a request; nothing where it can be sent. */
export function saidOf(request: object | { violations: Violation[] }): string[] {
	return 'violations' in request ? request.violations.map(saidBy) : [];
}
