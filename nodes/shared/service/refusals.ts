import type { OperationName } from './operations';

/** What a passing fault says of itself; such a message is never taken for a refusal. */
const PASSING =
	/time.?out|timed out|gateway|unavailable|not available|internal|server|upstream|proxy|connection|network|busy|again|retry|overload/i;

const LONGEST_MESSAGE = 500;

/** A message in which all of these occur, in any order. */
const saying = (...parts: RegExp[]): readonly RegExp[] => parts;

const APPLICATION_STATE = saying(/\bapplication\b/i, /\bstat(e|us)\b/i);
const MISSING =
	/\b(missing|miss|misses|absent|empty|required|lacks?|without|no|needs?|needed|must|null)\b/i;
const NOT_FOUND =
	/\b(not found|not exist|n.t exist|absent|missing|no such|invalid|unknown|without|not? correct)\b/i;
const WRONG =
	/\b(error|wrong|invalid|illegal|incorrect|unsupported|not|must|should|only|allowed|format|odd)\b/i;
const SIZE =
	/\b(wider|taller|higher|larger|bigger|wide|tall|width|height|exceeds?|exceeded|outside|beyond)\b/i;

/**
 * Refusals before any work that the service reports in words only (service.md 4.5 and 4.7). The wording
 * is not fixed there, so words that cannot be left out stand for each.
 */
const REFUSALS: Partial<Record<OperationName, ReadonlyArray<readonly RegExp[]>>> = {
	createPerson: [
		saying(/\btrain.?type\b/i, WRONG),
		APPLICATION_STATE,
		saying(/\b(video|file)\b/i, /\b(format|extension|type)\b/i, WRONG),
		saying(/\bvideo\b/i, /\binfo(rmation)?\b/i, /\b(retriev\w*|get|read|obtain\w*|fetch\w*)\b/i),
		saying(/\bvideo\b/i, /\b(too long|duration|longer|length)\b/i),
	],
	createVideo: [
		APPLICATION_STATE,
		saying(/\btts\b/i, /\btext\b/i, MISSING),
		saying(/\baudio\b/i, /\bfile\b/i, MISSING),
		saying(/\bemojis?\b/i),
		saying(/\b(image|picture|background)\b/i, /\b(format|type|extension)\b/i, WRONG),
		saying(/\bscreen[ _]?(width|height|size)\b/i, WRONG),
		saying(/\bsubtitles?\b/i, SIZE),
		saying(/\bsubtitles?\b/i, /\bcolou?r\b/i, WRONG),
		saying(/\b(background|bg)([ _]?colou?r\b|\b.*\bcolou?r\b)/i, WRONG),
		saying(/\b(webm|four.?channel|rgba)\b/i, WRONG),
		saying(/\bfigure([ _]?type)?\b/i, MISSING),
		saying(/\bperson\b/i, /\bfigure\b/i, WRONG),
		saying(/\bperson\b/i, NOT_FOUND),
		saying(/\bperson\b/i, /\bheight\b/i, WRONG),
		saying(/\b(voice|audio[ _]?man)\b/i, NOT_FOUND),
		saying(/\bvoice\b/i, /\bnot\b/i, /\b(successful|success|state|status|finished|ready)\b/i),
	],
};

/**
 * Whether a message without a code is one of the documented refusals of an operation, after which
 * nothing was created.
 */
export function isRefusalInWords(operation: OperationName, message: string): boolean {
	const said = message.slice(0, LONGEST_MESSAGE).replaceAll('_', ' ');
	if (PASSING.test(said)) return false;
	const refusals = REFUSALS[operation] ?? [];
	return refusals.some((parts) => parts.every((part) => part.test(said)));
}
