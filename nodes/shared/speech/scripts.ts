import { countMatches } from '../util/text';
import type { Changes } from './changes';
import { withoutDirectionsInLines } from './directions';
import {
	ADORNED,
	DURATION,
	LABEL_END,
	lineStarts,
	oneOf,
	SECONDS,
	TIMES,
	wholeLines,
	WORD_END,
} from './patterns';
import { REMARKS } from './remarks';
import { removed, type Rule, withRules } from './rules';
import * as words from './scriptWords';

/*
 * What stands in a script for those who make the video, and is not said: stage directions, the label of the narrator,
 * times, and what a language model says about its own text (`remarks.ts`). Only closed lists of words are removed
 * (`scriptWords.ts`), because everything else may be meant for the listener.
 */

/** A name of what is said where nobody is seen, as a word or among others: "Audio/Voiceover". */
export const NAMES_NARRATION = new RegExp(
	`(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])${words.NARRATION}(?![\\p{Script=Latin}\\p{Script=Cyrillic}])`,
	'iu',
);

/** A time of day, or since the beginning of a recording: "10:15", "00:10:15". */
const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2})?';
/** Such a time, or from one to another: "10:15", "0:00-0:15". */
const CLOCKS = `${CLOCK}(?: ?[-–—] ?${CLOCK})?`;
/** What stands between such times in brackets and what is said then. */
const BEHIND_CLOCKS = ' ?(?:[-–—:] )?';

/** How somebody speaks, behind a label: "Host (smiling)", "旁白（温柔）". */
const MANNER = '(?: ?[(（][^()（）\\n]{1,30}[)）])?';

/** Who speaks, whether or not they are seen. */
const SPEAKERS = oneOf(words.NARRATORS, words.PRESENTERS);

/** The name of a part of a script, which may be any. */
const ANY_NAME = "\\p{L}[\\p{L}\\d /&'’-]{0,40}";

/** The heading of a scene: "Scene 1", "场景一". */
const SCENE_HEADING = `${words.SCENE_HEADINGS} ?(?:\\d{1,3}(?!\\d)|[一二三四五六七八九十]{1,3}(?!\\p{Script=Han}))`;

/** What describes the picture, without a question in it, or names a part of a script. */
const SCENE = oneOf(
	`${oneOf(words.SCENES, words.HOOK, words.CALL_TO_ACTION)}${WORD_END}[^[\\]()\\n?]{0,200}`,
	words.KIND_OF_MUSIC,
	words.BEGIN_OR_END,
	words.OTHER_PARTS,
);

/** The same in square brackets, or how long a part takes: "[Greeting – 5 seconds]". In round ones, it may be advice. */
const SCENE_IN_BRACKETS = oneOf(SCENE, `\\p{L}[\\p{L} ]{1,40}[-–—:,] ?${DURATION}`);

/** Where a line begins, and behind a sentence. */
const BEFORE_SCENE = `(?<=^${ADORNED}|[.!?…]["”’»]? [*_]{0,3})`;

/** What is removed from any text. The examples show lines of scripts and newsletters. */
const DIRECTIONS: readonly Rule[] = removed('directions', [
	/** "[Cut to: office]", "(upbeat music)", "[Greeting – 5 seconds]"; but no remark, "(Camera not included)" */
	wholeLines(
		`(?:\\[${SCENE_IN_BRACKETS}|\\((?!${words.SCENES_OR_REMARKS}${WORD_END}(?!${words.BEHIND_SCENE}))${SCENE})[\\])]`,
	),
	/** "【画面：海边】", "（轻快的音乐）" */
	wholeLines(
		`[【（［[(]${oneOf(
			`${words.EAST_ASIAN_SCENES}${words.BEHIND_EAST_ASIAN_SCENE}[^【】（）［］[\\]()\\n]{0,200}`,
			'\\p{Script=Han}{1,6}音[乐樂]',
		)}[】）］\\])]`,
	),
	/**
	 * A scene in brackets before or behind what is said: "[Camera zooms in] Hello. [Cut to: office]"; but no link,
	 * "[Music](https://example.com)", and no placeholder, "[Insert product name]".
	 */
	new RegExp(
		`${BEFORE_SCENE}\\[(?!insert )${SCENE_IN_BRACKETS}\\](?![(:[])[*_]{0,3}[ \\t]*`,
		'gimu',
	),
	/** The same in round brackets, "(Cut to: office) Hello. (Music fades out)"; but no remark, "(Music, dance, fun)". */
	new RegExp(
		`${BEFORE_SCENE}\\((?=${words.SCENES}(?! ?[,)–—\\d])${words.BEHIND_SCENE})${SCENE}\\)[*_]{0,3}[ \\t]*`,
		'gimu',
	),
	/** The same in Chinese and Japanese: "【音效：海浪】大海很美。" */
	new RegExp(
		`(?<=^${ADORNED}|[。！？…])[【（［[(]${words.EAST_ASIAN_SCENES}[:：][^【】（）［］[\\]()\\n]{1,200}[】）］\\])]`,
		'gimu',
	),
	/** A scene without any words, but a description in brackets: "**Scene 1:** (a beach)", "[Slide 1]". */
	wholeLines(
		`\\[?${SCENE_HEADING}\\]?${ADORNED}[:：]?${ADORNED}(?:[[(][^[\\]()\\n]{1,200}[\\])])?`,
	),
	/** "*Upbeat music*", "_Music fades out._" */
	new RegExp(`^[*_]${words.MUSIC_IN_ITALICS}\\.?[*_]$`, 'gimu'),
	/** What only screenplays have, in capitals: "INT. KITCHEN - DAY", "FADE IN:", "NARRATOR (V.O.)". */
	/^[*_# ]{0,6}(?:(?:INT|EXT|INT\.?\/EXT)\. [A-Z\d][A-Z\d .,'’/–—-]{2,80}|(?:FADE (?:IN|OUT|TO|TO BLACK)|(?:SMASH )?CUT TO|DISSOLVE TO)[:.]?|NARRATOR(?: \([^()\n]{1,30}\))?)[*_ ]{0,4}$/gmu,
	/** Whose picture stands there: "Photo by Ann on Unsplash". */
	wholeLines(`${words.PICTURE_BY} [^\\n]{1,60} ${words.ON_PICTURE_SITE}\\.?`),
	/** The part of a song, alone on its line: "[Verse 1]", "[Chorus: x2]". */
	wholeLines(`[[(]${words.PARTS_OF_SONG}(?: ?\\d{1,2})?(?: ?[:x×-][^\\][()\\n]{0,20})?[\\])]`),
	/** When something is said: "[0:00-0:15] ". */
	new RegExp(`(?<=^${ADORNED})\\[${CLOCKS}\\]${BEHIND_CLOCKS}`, 'gimu'),
	/** When somebody said it: "Ann [00:12]: Hello". */
	new RegExp(`(?<=^[^\\n:[\\]()]{1,40}) \\[${CLOCK}\\](?=:)`, 'gmu'),
	/**
	 * What newsletters have around their text, perhaps as links: "[Unsubscribe](https://…) | View online: https://…". Alone
	 * in its line, "Privacy policy" is a heading.
	 */
	new RegExp(
		`^(?!privacy policy$)(?:\\[?${words.NEWSLETTER_LINKS}\\]?(?:\\(https?:[^()\\s]{1,2000}\\))?[:：]?(?: ?[(<]?https?:\\S{1,2000})?[ |·•,]*){1,5}$`,
		'gimu',
	),
	/** The label before a title, of which the words stay, at the beginning of a text: "Title: Bees\n\n" is "Bees". */
	new RegExp(`^\\s*${ADORNED}${words.TITLE_LABELS}${LABEL_END}(?=[^\\n]+\\n[ \\t]*\\n)`, 'iu'),
	/** The label before what the narrator says, whose words stay: "NARRATOR: Welcome", "[Narrator] Welcome". */
	lineStarts(
		`[[【［（]?${words.NARRATORS}${MANNER}(?:[:：]?[\\]】］）] ?${ADORNED}[:：]?${ADORNED}|${LABEL_END})`,
	),
]);

/**
 * A line that describes the video, or the heading of a scene. It is only removed where a narrator or one presenter has
 * a label, or where the first part of a script has its time, because its words may be meant for the listener in any
 * other text.
 */
const SCENE_LINES = removed('directions', [
	wholeLines(oneOf(`${words.SCENE_LABELS}${ADORNED}[:：][^\\n]*`, `${SCENE_HEADING}[^\\n]{0,80}`)),
	/** "(Video opens with a busy office)", "(Screen shows the logo)" */
	wholeLines(`[[(]${words.ON_SCREEN} ${words.HAPPENS}(?!\\p{L})[^[\\]()\\n]{0,200}[\\])]`),
]);

/** What is seen meanwhile, in bold behind its time, where the narrator has a label: "**(0:00-0:05) A busy office.**" */
const TIMED_SCENES = removed('directions', [
	new RegExp(`^[ \\t]*\\*\\*[[(]${TIMES}[)\\]][^\\n*]{1,300}\\*\\*$`, 'gmu'),
]);

/** The names of the parts of a short video. */
const PARTS = oneOf(words.HOOK, words.CALL_TO_ACTION, words.OTHER_PARTS);

/** Labels of parts, in a text that has the first and the last: "**Hook:** Did you know?", "**CTA:** Follow me!" */
const PART_LABELS = removed('directions', [lineStarts(`${PARTS}${LABEL_END}`)]);

/** The number of a part in a list: "1. **Hook:** Did you know?" */
const NUMBER = '\\d{1,2}[.)] [*_]{0,3}';

/** The same as a list with numbers. */
const NUMBERED_PART_LABELS = removed('directions', [lineStarts(`${NUMBER}${PARTS}${LABEL_END}`)]);

/** The first of them. Behind other words, the list may be a lesson: "A good video has three parts: 1. Hook: …". */
const BEGINS_WITH_NUMBERED_HOOK = new RegExp(
	`^\\s*${ADORNED}${NUMBER}${words.HOOK}${LABEL_END}`,
	'iu',
);

/** A name as a heading or in bold: "## Outro", "**CTA**". */
function heading(name: string): string {
	return `(?:#{1,6} [*_]{0,3}|\\*{2,3})${name}[:：]?[*_]{0,3}[:：]?`;
}

/** Headings of parts: "## Outro", "**CTA**", "INTRO". */
const PART_HEADINGS = removed('directions', [
	new RegExp(`^${heading(PARTS)}$`, 'gimu'),
	/^(?:HOOK|INTRO(?:DUCTION)?|BODY|MAIN (?:CONTENT|PART|POINTS?)|CONCLUSION|OUTRO|CTA|CALL TO ACTION):?$/gmu,
]);

/** A line without a label, such as "**Voiceover:**", before what it says. */
const LINE_WITHOUT_LABEL = `(?!${ADORNED}\\p{L}[\\p{L} -]{0,30}[:：])[ \\t]*\\S[^\\n]*(?:\\n|$)`;

/** The label of what is seen, alone in its line, with the paragraph or the list below it: "**Visual:**\nA hive." */
const SCENE_BLOCKS = removed('directions', [
	new RegExp(
		`^${oneOf(
			`${ADORNED}${words.SCENE_LABELS}${LABEL_END}`,
			heading(`\\[?${words.SCENE_LABELS}\\]?`),
		)}\\n(?:[ \\t]*\\n)?(?:${LINE_WITHOUT_LABEL})+`,
		'gimu',
	),
]);

/** What is said and what is seen, as headings: "### VOICEOVER", "### [VISUAL]". Only a script has both. */
const NARRATION_HEADING = new RegExp(`^${heading(`\\[?${words.NARRATION}\\]?`)}$`, 'gimu');
const SEEN_HEADING = new RegExp(`^${heading(`\\[?${words.SEEN}\\]?`)}$`, 'gimu');
const NARRATION_HEADINGS = removed('directions', [NARRATION_HEADING]);

/** The last of them, which only a script has. */
const LAST_PART = new RegExp(
	`^(?:${heading(oneOf(words.CALL_TO_ACTION, 'outro'))}|OUTRO|CTA)[:：]?$`,
	'imu',
);

/** A time of the first minute, or with its seconds, which only recordings have: "(0:12)", "[1:02:15]". */
const TIME_OF_RECORDING = /[[(](?:0{1,2}:\d{2}|\d{1,2}:\d{2}:\d{2})(?: ?[-–—] ?[\d:]{4,8})?[\])]/u;

/** Times in round brackets, in a recording. In any other text, they may be those of a program: "(9:00) Breakfast". */
const TIMES_OF_RECORDING = removed('directions', [
	/** "(10:15) Welcome" */
	new RegExp(`(?<=^${ADORNED})\\(${CLOCKS}\\)${BEHIND_CLOCKS}`, 'gimu'),
	/** "Ann (10:15): Hello" */
	new RegExp(`(?<=^[^\\n:[\\]()]{1,40}) \\(${CLOCK}\\)(?=:)`, 'gmu'),
]);

/**
 * Where the first part of a script begins and ends: "(0:00–0:15)", "0–3s". Opening hours begin later, and a night is
 * longer or says that these are times of day: "00:00–06:00: rain", "0:00–0:15 a.m."
 */
const FIRST_TIMES = new RegExp(
	`(?<![\\d:.])(?:0{1,2}:0\\d ?[-–—] ?(?:\\d{1,2}|0{1,2}:\\d{2}|0?1:[0-5]\\d)(?!\\d|:\\d| ?(?:Uhr|h|[ap]\\.?m)(?!\\p{L}))|0 ?s? ?[-–—] ?${DURATION}(?!\\p{L}))`,
	'iu',
);

/** The times of the parts of such a script, as headings, and before what is said. */
const TIMED_PARTS = removed('directions', [
	/** "## Introduction (0:00–0:15)", "1. **Hook (0–3s)**", "**开场（0-5秒）**" */
	wholeLines(
		`(?:\\d{1,2}[.)] \\*{0,2})?${ANY_NAME} ?[([（]${oneOf(TIMES, SECONDS)}[)\\]）]${ADORNED}[:：]?`,
	),
	/** "**Hook (0-3s):** Did you know?", "Intro [0:00–0:10]: Welcome", of which the words behind stay */
	lineStarts(`${ANY_NAME} ?[([]${oneOf(SECONDS, TIMES)}[)\\]]${LABEL_END}`),
	/** "**[0:00–0:15] Introduction**", "### (0-3 sec) Hook"; a whole sentence is said. */
	new RegExp(
		`^(?:#{1,6} \\*{0,2}|\\*\\*)[[(]${oneOf(TIMES, SECONDS)}[)\\]][^\\n*:：.!?。！？]{0,40}[:：]?\\*{0,2}$`,
		'gimu',
	),
	/** "## 0:00 – 0:05 Hook", "**0:00 – 0:05 Hook**", "**0:00 – 0:05** | Hook" above what is said */
	new RegExp(
		`^(?:#{1,6} \\*{0,2}${TIMES}|\\*\\*${TIMES}(?=[^*\\n]*\\*\\*$)|\\*{0,2}${TIMES}\\*{0,2} ?\\|(?=[^\\n]*\\n[^\\n\\d*#]))[^\\n.!?。！？]{0,40}$`,
		'gmu',
	),
	/** "0:00–0:05: Did you know?", of which the words stay */
	lineStarts(`${TIMES}[*_]{0,3} ?(?:[|:：–—-] ?)?[*_]{0,3}`),
	/** "0–3s: Did you know?", "(0-5 seconds) Did you know?", "【0-3秒】你好" */
	lineStarts(`(?:[[(【（]${SECONDS}[\\])】）][:：]?|${SECONDS}[*_]{0,3}[:：])[*_]{0,3} ?`),
]);

/**
 * Any label at the beginning of a line: "**Host (smiling):** Welcome". The groups are the signs before it, and its name
 * without the manner.
 */
const LABEL = new RegExp(
	`^(${ADORNED})(\\p{L}[\\p{L}\\p{M}\\d .'’-]{0,30}?)${MANNER}${ADORNED}[:：](?!\\/\\/)`,
	'gimu',
);

/** A name of a person, or of several: "Dr. Anna Lee", "Anna Lee and Ben Moss"; no greeting, "Happy New Year". */
const NAMES_OF_PERSONS =
	/^(?!(?:Bo[amn]|Bonne|Buen[ao]?s?|Buon[ao]?|Dear|Feliz|Frohe[sn]?|Good|Gute[nrs]?|Hallo|Happy|Hello|Herzlich|Hey|Hi|Liebe[rs]?|Merry|Thanks?|Welcome|Willkommen) )(?=.*\p{Ll})\p{Lu}[\p{L}\p{M}.'’-]*(?: (?:(?:&|and|und|et|y|e|von|van|de|da|di) )?\p{Lu}[\p{L}\p{M}.'’-]*){1,5}(?<!\.)$/u;

/** A line with the label of a speaker. The groups are the label, and what stands behind it. */
const SPEAKER_LINE = new RegExp(
	`^${ADORNED}(${SPEAKERS})${LABEL_END}([^\\n]*?)${ADORNED}$`,
	'gimu',
);

/**
 * Marks a line that is not treated as one of a script, because no rule finds the beginning of the line behind it. No
 * text has this character of its own, because `characters.ts` has removed all private ones.
 */
const NOT_OF_SCRIPT = '\uE002';

/**
 * Marks the line that names the speaker of an audiobook or a talk, "Narrator: Anna Lee", as such a text is no script:
 * it is the only line of a speaker, with nothing but names. A label in capitals is that of a script, which may say
 * something in capitalized words: "HOST: Buy Bread Today".
 */
function withMarkedCredit(text: string): string {
	const [line, ...others] = Array.from(text.matchAll(SPEAKER_LINE));
	if (!line || others.length > 0) return text;
	const [, name = '', behind = ''] = line;
	const isCredit = NAMES_OF_PERSONS.test(behind) && name !== name.toUpperCase();
	if (!isCredit) return text;
	return text.slice(0, line.index) + NOT_OF_SCRIPT + text.slice(line.index);
}

/** Whether a label is in bold or in capitals, as a script has it. @param signs what stands before the label */
function isAdorned(signs: string, name: string): boolean {
	return signs.includes('*') || name === name.toUpperCase();
}

/** The label of somebody who presents all of a text. */
const PRESENTER_LABEL = removed('directions', [
	lineStarts(`${words.PRESENTERS}${MANNER}${LABEL_END}`),
]);

/** The label of what is heard, where that of what is seen stands beside it. */
const HEARD_LABEL = removed('directions', [lineStarts(`${words.HEARD}${LABEL_END}`)]);

/**
 * Whether a text is said by one presenter: lines have the label of a presenter, and none has another one, except for
 * those of scenes. A single such line counts only if its label is in bold or in capitals, because otherwise it may be a
 * definition: "Host: who invites guests".
 */
function hasOnePresenter(text: string): boolean {
	const labels = Array.from(text.matchAll(LABEL), ([, signs = '', name = '']) => ({ signs, name }));
	const speakers = labels.filter(({ name }) => !isOneOf(words.SCENE_LABELS, name));
	const [first] = speakers;
	if (!first || !isOneOf(words.PRESENTERS, first.name)) return false;
	const names = new Set(speakers.map(({ name }) => name.toLowerCase()));
	return names.size === 1 && (speakers.length > 1 || isAdorned(first.signs, first.name));
}

/**
 * Whether a text is one of some words, in any case, and nothing more.
 *
 * @param list the source of a pattern for any of the words
 */
function isOneOf(list: string, text: string): boolean {
	return new RegExp(`^${list}$`, 'iu').test(text);
}

/**
 * Whether a line of a text begins with one of some words as its label: "**Hook:** …".
 *
 * @param list the source of a pattern for any of the words
 */
function hasLabel(text: string, list: string): boolean {
	return countLabels(text, list) > 0;
}

/** How many lines of a text begin with one of some words as their label. @param list as in `hasLabel` */
function countLabels(text: string, list: string): number {
	return countMatches(text, new RegExp(`^${ADORNED}${list}${LABEL_END}`, 'gimu'));
}

/**
 * Removes what a script has for those who make the video and is not said.
 *
 * @param changes to whose `directions` and `remarks` what is removed is added
 */
export function withoutDirections(text: string, changes: Changes): string {
	const marked = withMarkedCredit(text);
	const rulesForLines = REMARKS.concat(rulesOfScript(marked), DIRECTIONS);
	const withoutLines = withRules(marked, rulesForLines, changes);
	const rulesForParts = rulesOfParts(withoutLines, FIRST_TIMES.test(text));
	const withoutParts = withRules(withoutLines, rulesForParts, changes);
	return withoutDirectionsInLines(withoutParts, changes).replace(NOT_OF_SCRIPT, '');
}

/**
 * The rules that only a script is treated with: those about scenes, where the text has the label of a narrator or of
 * one presenter, or labels of what is seen and heard; those about times, where its first part begins at 0; and those
 * about times in round brackets, where some are of a recording. An empty list for any other text.
 */
function rulesOfScript(text: string): Rule[] {
	const isPresented = hasOnePresenter(text);
	const isTimed = FIRST_TIMES.test(text);
	const hasHeadings = [NARRATION_HEADING, SEEN_HEADING].every((one) => text.search(one) >= 0);
	const isNarrated = hasHeadings || hasLabel(text, words.NARRATORS + MANNER);
	// Beside a narrator, what is heard is music and the like.
	// A table of properties has such a label once: "Audio: 20 watts".
	const isSeenAndHeard =
		!isNarrated && countLabels(text, words.SEEN) > 1 && countLabels(text, words.HEARD) > 1;
	const isScript = [isPresented, isTimed, isNarrated, isSeenAndHeard].some(Boolean);
	const rulesByKind: ReadonlyArray<[isOfKind: boolean, rules: readonly Rule[]]> = [
		[isNarrated, SCENE_BLOCKS],
		[hasHeadings, NARRATION_HEADINGS],
		[isScript, SCENE_LINES],
		[isSeenAndHeard, HEARD_LABEL],
		[isNarrated, TIMED_SCENES],
		[isPresented, PRESENTER_LABEL],
		[isTimed, TIMED_PARTS],
		[TIME_OF_RECORDING.test(text), TIMES_OF_RECORDING],
	];
	return rulesByKind.flatMap(([isOfKind, rules]) => (isOfKind ? rules : []));
}

/** "Intro:" at the beginning of a text. In its midst, it may be one of the things that the text explains. */
const BEGINS_WITH_INTRO = new RegExp(`^\\s*${ADORNED}intro(?:duction)?${LABEL_END}`, 'iu');

/**
 * The rules for the names of the parts of a short video, where a text has those that no other text has.
 *
 * @param isTimed whether the first part had its time, with which its name is gone already: "Hook (0-3s):"
 */
function rulesOfParts(text: string, isTimed: boolean): Rule[] {
	const rules: Rule[] = [];
	const hasFirstPart = hasLabel(text, words.HOOK) || BEGINS_WITH_INTRO.test(text) || isTimed;
	const hasLastPart = hasLabel(text, words.LAST_PARTS);
	if (hasFirstPart && hasLastPart) rules.push(...PART_LABELS);
	const hasNumberedParts =
		BEGINS_WITH_NUMBERED_HOOK.test(text) && hasLabel(text, NUMBER + words.LAST_PARTS);
	if (hasNumberedParts) rules.push(...NUMBERED_PART_LABELS);
	if (LAST_PART.test(text)) rules.push(...PART_HEADINGS);
	return rules;
}
