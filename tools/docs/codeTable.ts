import { Code, codes, codesOfSubmits } from '../../nodes/shared/service/codes';
import { isLimit, isPassing } from '../../nodes/shared/service/retry';
import { mayHaveCreated, type Failure } from '../../nodes/shared/service/failure';
import { operations } from '../../nodes/shared/service/endpoints';
import { table } from './markdown';

/** How long a request is repeated when a limit is exceeded, as `operations.ts` and `retry.ts` have it. */
const PATIENCE =
	'up to 2 hours to submit a composed video or a person, 1 hour for an animated image, 15 minutes for other work, a minute or two for everything else';

/** What only the endpoints for files answer (service.md 7), where nothing is charged. */
export const FILE_CODES: ReadonlySet<number> = new Set([
	Code.FileTooLarge,
	Code.MergeUnderWay,
	Code.StorageFault,
	Code.UploadGone,
	Code.PartMissing,
]);

/** Every code of the service with what it means and what to do, as a Markdown table. */
export function codeTable(): string {
	const rows = Object.entries(codes).flatMap(([code, { title, advice }]) => [
		[code, title, advice, selfHelp(Number(code))],
		...ofSubmit(code),
		...Object.values(operations).flatMap(({ does, meanings }) => {
			const other = meanings?.[Number(code)];
			return other ? [[`${code}, trying to ${does}`, other.title, other.advice, '']] : [];
		}),
	]);
	return table(['Code', 'What happened', 'What you can do', 'What the node does'], rows);
}

/** The row of what a code means in answer to a submit, where that is more. */
function ofSubmit(code: string): string[][] {
	const meaning = codesOfSubmits[Number(code)];
	return meaning ? [[`${code}, submitting`, meaning.title, meaning.advice, '']] : [];
}

function selfHelp(code: number): string {
	const failure: Failure = { operation: 'getFile', cause: 'refused', code, detail: '' };
	if (isLimit(failure)) return `Waits its turn and tries again: ${PATIENCE}`;
	if (!isPassing(failure)) return '';
	if (FILE_CODES.has(code)) return 'Repeats the request a few times';
	const repeats = 'Repeats status checks and lists, but never a submit';
	const submit: Failure = { ...failure, operation: 'createVideo' };
	return mayHaveCreated(submit)
		? `${repeats}. After a submit the task may exist: find it before you run the item again`
		: repeats;
}
