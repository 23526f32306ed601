// Mutants that cannot be told from the original by anything that leaves the machine or that a user sees, each with
// the reason. A mutant is named by its file, what it replaces (without line breaks) and what it puts there.

/** @type {Array<{ file: string, from: string, to: string, why: string }>} */
module.exports = [
	{
		file: 'nodes/shared/service/refusals.ts',
		from: '/\\b(background|bg)([ _]?colou?r\\b|\\b.*\\bcolou?r\\b)/i',
		to: '/\\b(background|bg)([^ _]?colou?r\\b|\\b.*\\bcolou?r\\b)/i',
		why: 'Only words that do not exist, such as "backgroundxcolor", are taken in another way',
	},
	{
		file: 'nodes/shared/service/refusals.ts',
		from: '/\\bfigure([ _]?type)?\\b/i',
		to: '/\\bfigure([^ _]?type)?\\b/i',
		why: 'Only words that do not exist, such as "figurextype", are taken in another way',
	},
	...[
		['wait !== undefined', 'true', 'undefined is not below any number either'],
		['failure.code !== undefined', 'true', 'undefined is not among the codes'],
		[
			"failure.cause === 'refused'",
			'true',
			'What is neither refused nor passing is elsewhere, and out before',
		],
		["cause === 'redirected'", 'false', 'A redirect does not pass by itself'],
		["'redirected'", '""', 'A redirect does not pass by itself'],
		['code !== undefined', 'true', 'undefined is not among the codes'],
	].map(([from, to, why]) => ({ file: 'nodes/shared/service/retry.ts', from, to, why })),
	...[
		["''", '"Stryker was here!"', 'A name for a workflow that has none'],
		[
			"'done'",
			'""',
			'Whoever waits only tells failed work from other work, and the mark is kept besides',
		],
		['turn < TURNS', 'turn <= TURNS', 'One turn more changes the same data once more'],
	].map(([from, to, why]) => ({ file: 'nodes/shared/callbacks/seenTasks.ts', from, to, why })),
];
