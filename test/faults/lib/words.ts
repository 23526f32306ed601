import type { Report } from './report';

/** What the words of the table mean, in the order of the legend. */
export const LEGEND: Readonly<Record<string, string>> = {
	result: 'the node returns its result',
	'task in progress':
		'the task is output as in progress, with its ID: it has not finished, or its status could not be read within the time limit',
	'task failed': 'an error with the ID of the task: the service reports no result for it',
	'workflow started': 'the trigger starts its workflow',
	'nothing yet':
		'the trigger starts nothing yet, and starts the workflow for the task once the fault is gone',
	'error: nothing submitted':
		'an error; the service created no task, and the message mentions none',
	'error: task may exist':
		'an error that says that the task may still exist and where to look for it; nothing is resubmitted',
	'error: names the task': 'an error that names the ID of the submitted task',
	error: 'an error that says what happened and what to do',
};

/** In place of a word: there is no such thing in the answer to this request. */
export const NO_SUCH_THING = '–';

/** What is added to the words. */
export const OFTEN: Readonly<Record<string, string>> = {
	', 3 tries in 2 min':
		'requests until then, and the time that the node took by its own clock; one try, and less than a minute, are left out, as are those of lists in the editor that fail, in at most 5 seconds; more than 30 tries are many, and more than 6 where a time limit ends them',
	'one / two': 'the first when the fault happens once, the second when it happens every time',
};

/** Requests until the outcome; of a fault that happens once, those of a run without a fault do not count. */
function triesOf({ outcome, often, requests, hits }: Report, usual: number): number {
	return often === 'once' && !outcome.error ? requests - usual + 1 : hits;
}

/** One of the words of the legend. */
function wordOf({ step, outcome, accepted, changed }: Report): string {
	const { items, error, answered } = outcome;
	if (!changed) return NO_SUCH_THING;
	if (error) {
		const said = `${error.message} ${error.description}`;
		if (/may still have been created/.test(said)) return 'error: task may exist';
		if (error.message.startsWith('The task failed')) return 'task failed';
		if (accepted.some((id) => said.includes(id))) return 'error: names the task';
		return step.kind === 'submit' ? 'error: nothing submitted' : 'error';
	}
	if (step.node === 'Triggers') return items.length > 0 ? 'workflow started' : 'nothing yet';
	if (answered !== undefined) return `answer ${answered}`;
	const open = items.some(({ json }) => json.state === 'inProgress');
	return open && step.kind !== 'submit' ? 'task in progress' : 'result';
}

/**
 * A cell of the table.
 *
 * @param usual requests of the step's kind in a run without a fault
 */
export function inWords(report: Report, usual: number): string {
	const word = wordOf(report);
	if (word === NO_SUCH_THING) return word;
	const { minutes } = report;
	// Where a time limit ends a wait, the machine decides about the last minute.
	const shown = minutes > 8 ? Math.round(minutes / 5) * 5 : minutes;
	const time = shown > 0 ? ` in ${shown} min` : '';
	const tries = triesOf(report, usual);
	const isCut = report.fault.endless && report.often === 'always' && shown === 1;
	// How often is asked until the time is up depends on the machine, unless the number of tries is bounded too.
	const untilTimeIsUp =
		word === 'task in progress' ||
		word === 'nothing yet' ||
		(shown >= 1 && !isCut && tries > FEW && tries !== MANY);
	const count =
		untilTimeIsUp || tries > MANY ? 'many tries' : isCut ? 'few tries' : `${tries} tries`;
	if (word === 'error' && report.step.node === EDITOR) return word;
	if (tries <= 1) return time ? `${word}, 1 try${time}` : word;
	return `${word}, ${count}${time}`;
}

const MANY = 30;

/** Most tries of one request. */
const FEW = 6;

/** Its five seconds pass in real time as well, so that the number of tries depends on the machine. */
const EDITOR = 'Lists in the editor';
