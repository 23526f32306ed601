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
];
