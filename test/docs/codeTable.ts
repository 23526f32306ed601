import { codes } from '../../nodes/shared/service/codes';
import { isLimit, isPassing } from '../../nodes/shared/service/retry';
import type { Failure } from '../../nodes/shared/service/failure';
import { operations } from '../../nodes/shared/service/operations';
import { table } from './markdown';

/** Every code of the service with what it means and what to do, as a Markdown table. */
export function codeTable(): string {
	const rows = Object.entries(codes).flatMap(([code, { title, advice, except = {} }]) => [
		[code, title, advice, selfHelp(Number(code))],
		...Object.entries(except).map(([operation, other]) => [
			`${code}, trying to ${operations[operation as keyof typeof operations].does}`,
			other.title,
			other.advice,
			'',
		]),
	]);
	return table(['Code', 'What happened', 'What you can do', 'What the node does'], rows);
}

function selfHelp(code: number): string {
	const failure: Failure = { operation: 'getFile', cause: 'refused', code, detail: '' };
	if (isLimit(failure)) return 'Waits and tries again, for up to 15 minutes where it submits work';
	return isPassing(failure) ? 'Looks again by itself; does not submit anything again' : '';
}
