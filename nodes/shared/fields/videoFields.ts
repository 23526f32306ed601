/* Fields that several operations for videos have in common: how a speech sounds, and how large the picture is. */
import { isMatch, partition } from 'lodash';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { is4k, type Size, sizeOf } from '../util/pictureSize';
import type { Message } from '../util/catalogue';
import { isObject } from '../util/json';
import { alphabetically, isPlain, plainText } from '../util/text';
import type { BodyField } from './field';
import type { Draft } from './fileFields';
import { locator } from './locators';
import { fieldMessages } from './fieldMessages';
import { choiceParser, fitting, parseLongText, type Parser } from './parse';
import { choiceField, numberField, panelChoice, textField } from './properties';
import { shapeMeant, sidesIn, sidesMeant } from './shapes';
import { mustBe } from './violations';

/** The order of the recording's frames (service.md 4.7 and 4.8). */
export const driveMode = choiceField(
	'drive_mode',
	{
		displayName: 'Frame Order',
		name: 'driveMode',
		options: [
			{ name: 'In Sequence', value: 'sequential', description: 'Keep the recorded order' },
			{ name: 'Random', value: 'random', description: 'Use a random order' },
		],
		default: 'sequential',
		description: 'Order in which the frames of the recording are used',
	},
	// The service takes an empty text for the recorded order.
	{ send: (value) => (value === 'sequential' ? '' : value) },
);

/** What happens at the end of the recording (service.md 4.7 and 4.8). */
export const backway = choiceField('backway', {
	displayName: 'At End of Recording',
	name: 'backway',
	options: [
		{ name: 'Start Again', value: 1, description: 'Play forward again from the start' },
		{ name: 'Play Backward', value: 2, description: 'Play the recording in reverse' },
	],
	default: 1,
	description: 'What happens when the speech is longer than the recording',
});

/** What else the qualities of a video are called, by the values that composed and lip-sync videos share for them. */
export const wordsForQualities = { 0: ['standard', 'normal'], 1: ['high', 'hq'] };

/** What the person in the video says: a text that is spoken, or a recording (service.md 4.7 and 4.8). */
export const audioType = choiceField('audio_type', {
	displayName: 'Speech From',
	name: 'audioType',
	options: [
		{ name: 'Text', value: 'tts', description: 'A voice reads your text aloud' },
		{ name: 'Audio File', value: 'audio', description: 'The lips move to your recording' },
	],
	default: 'tts',
	description: 'Where the speech in the video comes from',
});

/** The `displayOptions` of options inside a collection that only matter where the speech is a text. */
export const whenTextOption = { show: { '/audioType': ['tts'] } };

export const text = textField(
	'text',
	{
		displayName: 'Text',
		name: 'text',
		typeOptions: { rows: 4 },
		placeholder: 'e.g. Welcome to our spring collection.',
		displayOptions: { show: { audioType: ['tts'] } },
	},
	{
		required: true,
		// A list of texts or numbers, as an expression may give the paragraphs, becomes one text with a line for each.
		// Any other list or object does not fit.
		parse(given) {
			const isList = Array.isArray(given) && given.every(isPlain);
			return parseLongText(isList ? given.join('\n') : given);
		},
		// The service takes a list that holds all text in one entry.
		send: (value) => [value],
		isProse: true,
	},
);

export const speed = numberField(
	'speed',
	{
		displayName: 'Speed',
		name: 'speed',
		typeOptions: { minValue: 0.5, maxValue: 2, numberPrecision: 2 },
		default: 1,
		displayOptions: whenTextOption,
		description: 'Speaking speed, from 0.5 (half speed) to 2 (double speed); 1 is normal',
	},
	'times',
);

export const pitch = numberField('pitch', {
	displayName: 'Pitch',
	name: 'pitch',
	typeOptions: { numberPrecision: 2 },
	default: 1,
	displayOptions: whenTextOption,
	description: 'Pitch of the voice; 1 is normal',
});

export const volume = numberField(
	'volume',
	{
		displayName: 'Volume',
		name: 'volume',
		default: 100,
		description: 'Volume of the speech; 100 is normal',
	},
	'percent',
);

export const voice: BodyField = {
	path: 'audio_man',
	required: true,
	property: locator({
		name: 'voiceId',
		displayName: 'Voice',
		searchMethod: 'searchVoices',
		description:
			'Voice that reads the text: a public voice from the list, or by ID a custom voice, such as the voiceId that Create Person returned',
		displayOptions: { show: { audioType: ['tts'] } },
	}),
};

/** The sizes to choose from, by the value of the choice; each node offers some of them. */
const PRESETS = {
	landscape: { name: 'Landscape for YouTube (1920 × 1080)', width: 1920, height: 1080 },
	landscape4k: { name: 'Landscape for YouTube, 4K (3840 × 2160)', width: 3840, height: 2160 },
	portrait: { name: 'Portrait for TikTok, Reels, Shorts (1080 × 1920)', width: 1080, height: 1920 },
	portrait4k: {
		name: 'Portrait for TikTok, Reels, Shorts, 4K (2160 × 3840)',
		width: 2160,
		height: 3840,
	},
	square: { name: 'Square (1080 × 1080)', width: 1080, height: 1080 },
} as const satisfies Record<string, Size & { name: string }>;

type PresetName = keyof typeof PRESETS;

/** The choice with which the fields 'Screen Width' and 'Screen Height' are shown. */
const CUSTOM = 'custom';

/** Offered where a video is worked on; the operation then finds out the size of that video. */
const SAME_AS_VIDEO: INodePropertyOptions = {
	name: 'Same as Video',
	value: 'source',
	description: 'The size in the MP4, MOV or WebM file. Not possible for a video by its file ID.',
};

/** How else people call the size that a video has. */
const OTHER_WORDS_OF_SCREEN = { source: ['same', 'original', 'same as source'] };

/** The shortest side of a screen, in pixels. In a smaller video, nobody would be seen, but it would be charged. */
const LEAST_SIDE = 64;

/** The field for one side of a custom screen. @param start the pixels with which it starts */
function sideField(name: 'Width' | 'Height', start: number): BodyField {
	const field = numberField(
		`screen_${name.toLowerCase()}`,
		{
			displayName: `Screen ${name}`,
			name: `screen${name}`,
			typeOptions: { minValue: 1 },
			default: start,
			displayOptions: { show: { screen: [CUSTOM] } },
			description: `${name} of the video in pixels`,
		},
		'pixels',
	);
	return { ...field, required: true, check: checkSide };
}

/** The check of the field for one side of a custom screen. */
function checkSide(value: unknown, place: string): Message | undefined {
	if (isSide(value)) return undefined;
	return mustBe(place, fieldMessages.evenNumber(LEAST_SIDE), value);
}

/**
 * Whether a number of pixels may be a side of a screen: it is long enough, and even, because the common formats of
 * videos have even sides only.
 */
function isSide(value: unknown): boolean {
	return Number(value) >= LEAST_SIDE && Number(value) % 2 === 0;
}

/** The fields of a request that say the size of its screen. */
export function screenFields({ width, height }: Size): IDataObject {
	return { screen_width: width, screen_height: height };
}

/**
 * The fields for the size of a screen: the choice 'Screen', and the width and height for its option 'Custom'. The
 * choice itself is not sent. The fields of both sides are; for a preset, `addScreen` puts the sides into the body.
 *
 * @param presets those that the choice offers; 'portrait' has to be one, because the choice starts with it
 * @param description of the choice
 * @param hint of the choice, about its option 'Same as Video', which is only offered with a hint
 */
export function screenChoice(
	presets: readonly PresetName[],
	description: string,
	hint?: string,
): BodyField[] {
	const custom = {
		name: 'Custom',
		value: CUSTOM,
		description: 'Set the width and height yourself',
	};
	const ofPresets = presets.map((value) => ({ name: PRESETS[value].name, value }));
	const asVideo = hint === undefined ? [] : [SAME_AS_VIDEO];
	const options = alphabetically([custom, ...ofPresets, ...asVideo], 'name');
	const { property } = panelChoice({
		displayName: 'Screen',
		name: 'screen',
		options,
		default: 'portrait',
		description,
	});
	if (hint !== undefined) property.hint = hint;
	const choice = { property, parse: screenParser(options, presets), check: checkScreen };
	return [choice, sideField('Width', 1080), sideField('Height', 1920)];
}

/**
 * Makes the parser for the choice 'Screen'. It gives the value of one of the options, which may also be meant by the
 * size or the shape of a preset. A size that no preset has becomes a text, "1280x720", which `addScreen` reads.
 *
 * @param options all options of the choice
 * @param presetNames those of the options that are presets
 */
function screenParser(options: INodePropertyOptions[], presetNames: readonly PresetName[]): Parser {
	const presets = presetNames.map((value) => ({ value, ...PRESETS[value] }));
	const parseChoice = choiceParser(options, { otherWords: OTHER_WORDS_OF_SCREEN });
	return (given) => {
		const parsed = parseChoice(given);
		if (parsed.fits) return parsed;
		const size = sizeIn(given);
		if (size) {
			const ofSize = presets.find((preset) => isMatch(preset, size));
			return fitting(ofSize ? ofSize.value : `${size.width}x${size.height}`);
		}
		const ofShape = presetOfShape(presets, given);
		if (ofShape) return fitting(ofShape.value);
		// This is the misfit, which says which choices there are.
		return parsed;
	};
}

/**
 * The size in pixels that a value names, as "1280x720" does; undefined for no size, and for numbers that are too small
 * to be pixels, as those of the ratio 16:9 are.
 */
function sizeIn(given: unknown): Size | undefined {
	const sides = sidesMeant(given);
	if (!sides) return undefined;
	const isRatio = sides.width < LEAST_SIDE || sides.height < LEAST_SIDE;
	return isRatio ? undefined : sides;
}

/** Words for how large a preset is, beside those for its shape, as in "portrait 4k". */
const WORDS_FOR_4K = /\b(?:4k|uhd|ultra[ -]?hd|2160p?)\b/;
const WORDS_FOR_FULL_HD = /\b(?:full[ -]?hd|fhd|1080p?)\b/;

/**
 * The preset that is meant by its shape, such as "9:16" or "vertical": one in 4K where the text says so, "vertical 4K",
 * and otherwise one that is not. Undefined where none or several can be meant.
 */
function presetOfShape<Preset extends Size>(
	presets: readonly Preset[],
	given: unknown,
): Preset | undefined {
	const [in4k, inFullHd] = partition(presets, is4k);
	// An object has its sides alone, { width: 9, height: 16 }, and no word for 4K.
	if (isObject(given)) return shapeMeant(inFullHd, given);
	const words = plainText(given).toLowerCase();
	if (WORDS_FOR_4K.test(words)) return shapeMeant(in4k, words.replace(WORDS_FOR_4K, '').trim());
	return shapeMeant(inFullHd, words.replace(WORDS_FOR_FULL_HD, '').trim());
}

/**
 * The check of the choice 'Screen', for what its parser gives: a size, "1280x720", must have sides that 'Screen Width'
 * and 'Screen Height' may have, too. Any other value is that of an option, and is right.
 */
function checkScreen(value: unknown, place: string): Message | undefined {
	const size = sidesIn(value);
	if (!size) return undefined;
	const isRight = isSide(size.width) && isSide(size.height);
	return isRight ? undefined : mustBe(place, fieldMessages.evenSides(LEAST_SIDE), value);
}

/**
 * Adds the size of the chosen screen to a request, as far as its fields have not put it there.
 *
 * @param draft the request under construction, in which the fields of `screenChoice` have been read
 * @returns the size in pixels; undefined where the choice or a side is wrong, and for 'Same as Video', whose size is
 *   not known yet
 */
export function addScreen({ body, chosen }: Draft): Size | undefined {
	// Undefined for a size in a text, "1280x720", and for the choices that are no presets.
	const preset = PRESETS[chosen.screen as PresetName] as Size | undefined;
	const size = preset ?? sidesIn(chosen.screen);
	if (size) Object.assign(body, screenFields(size));
	// For 'Custom', the fields of both sides have put them into the body before: null for one that cannot be used. For
	// 'Same as Video', and for a wrong choice, there are none.
	const sides = { width: body.screen_width, height: body.screen_height } as Partial<Size>;
	return sizeOf(sides);
}
