import { codes } from '../../nodes/shared/service/codes';
import { isLimit, isPassing } from '../../nodes/shared/service/retry';
import { mayHaveCreated, type Failure } from '../../nodes/shared/service/failure';
import { operations } from '../../nodes/shared/service/operations';
import { table } from './markdown';

/** How long a request that a limit holds back is tried, as `operations.ts` and `retry.ts` have it. */
const PATIENCE =
	'up to 2 hours to submit a composed video or a person, 1 hour for an animated image, 15 minutes for other work, a minute or two for all else';

/** Every code of the service with what it means and what to do, as a Markdown table. */
export function codeTable(): string {
	const rows = Object.entries(codes).flatMap(([code, { title, advice }]) => [
		[code, title, advice, selfHelp(Number(code))],
		...Object.values(operations).flatMap(({ does, meanings }) => {
			const other = meanings?.[Number(code)];
			return other ? [[`${code}, trying to ${does}`, other.title, other.advice, '']] : [];
		}),
	]);
	return table(['Code', 'What happened', 'What you can do', 'What the node does'], rows);
}

function selfHelp(code: number): string {
	const failure: Failure = { operation: 'getFile', cause: 'refused', code, detail: '' };
	if (isLimit(failure)) return `Waits and tries again: ${PATIENCE}`;
	if (!isPassing(failure)) return '';
	const retries = 'Tries status checks and uploads again; never resubmits';
	const submit: Failure = { ...failure, operation: 'createVideo' };
	return mayHaveCreated(submit)
		? `${retries}. After a submit the task may exist: find it first`
		: retries;
}
