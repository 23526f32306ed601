import type { INodeProperties } from 'n8n-workflow';

import type { Size } from '../service/library';
import type { BodyField } from './field';
import type { Draft } from './files';
import type { ReadParameter } from './request';
import { readField } from './values';

interface Preset extends Size {
	name: string;
}

const PRESETS = {
	landscape: { name: 'Landscape (1920 × 1080)', width: 1920, height: 1080 },
	landscape4k: { name: 'Landscape 4K (3840 × 2160)', width: 3840, height: 2160 },
	portrait: { name: 'Portrait (1080 × 1920)', width: 1080, height: 1920 },
	portrait4k: { name: 'Portrait 4K (2160 × 3840)', width: 2160, height: 3840 },
	square: { name: 'Square (1080 × 1080)', width: 1080, height: 1080 },
} as const satisfies Record<string, Preset>;

type PresetName = keyof typeof PRESETS;

const CUSTOM = 'custom';

const whenCustom = { show: { screen: [CUSTOM] } };

/** A field for a whole number of pixels. */
export function pixels(
	path: string,
	property: Omit<INodeProperties, 'type' | 'typeOptions'>,
	minValue?: number,
): BodyField {
	const limits = minValue === undefined ? {} : { minValue };
	return {
		path,
		property: { ...property, type: 'number', typeOptions: { ...limits, numberPrecision: 0 } },
	};
}

const side = (name: 'Width' | 'Height', start: number): BodyField => ({
	...pixels(
		`screen_${name.toLowerCase()}`,
		{
			displayName: `Screen ${name}`,
			name: `screen${name}`,
			default: start,
			displayOptions: whenCustom,
			description: `${name} of the video in pixels`,
		},
		1,
	),
	required: true,
});

const screenWidth = side('Width', 1080);
const screenHeight = side('Height', 1920);

/** The choice of a screen: the properties of the editor, and how they are read. */
interface ScreenChoice {
	properties: INodeProperties[];
	/**
	 * Adds the chosen screen to a request.
	 *
	 * @returns its size, none where the choice is wrong
	 */
	add(draft: Draft, read: ReadParameter): Size | undefined;
}

/**
 * Lets the user choose a screen by a preset, or by its width and height.
 *
 * @param presets in the order of their names
 */
export function screenChoice(presets: readonly PresetName[], description: string): ScreenChoice {
	const options = [
		{ name: 'Custom', value: CUSTOM, description: 'Set the width and height yourself' },
		...presets.map((value) => ({ name: PRESETS[value].name, value })),
	];
	const choice: BodyField = {
		path: 'screen',
		property: {
			displayName: 'Screen',
			name: 'screen',
			type: 'options',
			options,
			default: 'portrait',
			description,
		},
	};
	return {
		properties: [choice.property, screenWidth.property, screenHeight.property],
		add({ body, violations }, read) {
			const chosen = readField(choice, read(choice.property.name));
			const preset = PRESETS[chosen.value as PresetName] as Preset | undefined;
			const width = readField(screenWidth, preset?.width ?? read('screenWidth'));
			const height = readField(screenHeight, preset?.height ?? read('screenHeight'));
			const wrong = chosen.violation
				? [chosen.violation]
				: [width.violation, height.violation].filter((text) => text !== undefined);
			if (wrong.length > 0) {
				violations.push(...wrong);
				return undefined;
			}
			const size = { width: Number(width.value), height: Number(height.value) };
			body[screenWidth.path] = size.width;
			body[screenHeight.path] = size.height;
			return size;
		},
	};
}
