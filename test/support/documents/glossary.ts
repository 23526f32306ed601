/** A term that users do not read, with the one that stands for it. */
interface Term {
	not: RegExp;
	instead: string;
}

const term = (not: RegExp, instead: string): Term => ({ not, instead });

/** One term per thing, in every text that a user can see. */
export const glossary: readonly Term[] = [
	// A task and its end
	term(/\bc[oa]mes? to (its|their|an) end\b/i, 'finishes, is completed'),
	term(/\bwell or not\b/i, 'successful or not'),
	term(/\b(is|are|not|yet|become|becomes|became) final\b/i, 'finished'),
	term(/\bcould not do the task\b/i, 'The task failed'),
	// Status checks
	term(/\blook(s|ed|ing)? (at|again)\b/i, 'check'),
	term(
		/\b(two|between|each|every|first|last|next|regular|one|a) looks?\b(?! like)/i,
		'status check',
	),
	term(/\btakes? stock\b/i, 'checks'),
	// What a node gives the next one
	term(/\bhand(s|ed|ing)? (\w+ )?(on|over|out)\b/i, 'passes on, returns'),
	term(
		/\bput(s|ting)? (?:(?:the|an?|it|them|its?|each|every|all|that|failed|unfinished|tasks?|items?|videos?|results?|file|state) ){0,4}out\b(?! of)/i,
		'outputs, returns',
	),
	term(/\bbrings?\b(?!(?: \w+){1,3} to life)/i, 'returns, adds'),
	term(/\bcomes? out\b/i, 'is output'),
	// Waiting
	term(/\bholds nothing\b|\blets? (it|the execution) sleep\b/i, 'pauses'),
	term(/\blongest (wait|pause|time)\b/i, 'maximum wait, time limit'),
	term(/\bmeanwhile\b/i, 'in the meantime'),
	term(/\bgo(es|ing)? on\b/i, 'continues, keeps running'),
	// Submitting
	term(/\ball the same\b/i, 'still, anyway'),
	term(/\b(is|are|was|were|be) taken\b(?! from\b| over\b| by\b)/i, 'accepted, used'),
	term(/\bone too many\b/i, 'too many requests'),
	term(/\banew\b/i, 'again'),
	// What the service says
	term(/\b(tells|told|telling)\b(?! apart)/i, 'reports, returns, says'),
	term(/\bknows? (no|nothing)\b/i, 'has no, does not know'),
	term(/\bmisses an?\b/i, 'is missing'),
	term(/\bleads elsewhere\b/i, 'redirects'),
	// Files
	term(/\balready at the service\b/i, 'uploaded file'),
	term(/\bdoes not fit\b/i, 'is not supported'),
	term(/\bweb address(es)?\b/i, 'URL'),
	// Cost
	term(/\bpaid\b/i, 'charged'),
	term(/\bdear(er|est)\b/i, 'higher cost'),
	// The demo service
	term(/\bstand-?ins?\b/i, 'demo service'),
	term(/\blocal service\b/i, 'demo service'),
	// Labels
	term(/\bclarity\b/i, 'Resolution'),
	term(/\bplace of (the|a) (person|subtitles?|watermark|text|picture)\b/i, 'position'),
	term(/\bdistance (from|to) the\b/i, 'offset'),
	term(/\bheight of the voice\b/i, 'pitch'),
	term(/\bhottest\b/i, 'Most Popular'),
	term(/\bas the input item says\b/i, 'From Input Item'),
	term(/\bon request with\b|\bguided by\b/i, 'optionally with'),
	// Words of another tongue
	term(/\bbesides\b/i, 'also, apart from, in addition'),
	term(/\bby (itself|themselves)\b/i, 'automatically, on its own'),
	term(/\bcheat\b/i, 'be faked'),
	term(/\bhas to know\b/i, 'must include'),
	term(/\b[Ii]s none\b/, 'is not one'),
	// American spelling, as in n8n
	term(/\b(colou?rise|colour|behaviour|favourite|centre|grey|licence)\w*/i, 'American spelling'),
	term(
		/\b(recogn|organ|normal|initial|summar|custom)is(e|es|ed|ing|ation)\b/i,
		'American spelling',
	),
];

/** A text that may hold a term, with the reason. */
interface Exception {
	/** Part of the place, such as a file. */
	at: string;
	text: RegExp;
	because: string;
}

export const exceptions: readonly Exception[] = [
	{
		at: 'parametersJson',
		text: /aspect_ratio, clarity/,
		because: 'the fields of the request are named as the service names them',
	},
	{
		at: 'docs/fields.md',
		text: /aspect_ratio, clarity/,
		because: 'the fields of the request are named as the service names them',
	},
	{
		at: 'docs/developers/service.md',
		text: /\bclarity\b|\blatest or hottest\b/,
		because: 'fields and values are named as the service names them',
	},
];
