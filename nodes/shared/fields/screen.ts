import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { Size } from '../service/library';
import type { BodyField } from './field';
import type { Draft } from './pendingFiles';
import type { ReadParameter } from './request';
import { readField } from './values';

export interface Rectangle extends Size {
	x: number;
	y: number;
}

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

const sideLimits = { minValue: 1, numberPrecision: 0 };

const screenWidth: BodyField = {
	path: 'screen_width',
	required: true,
	property: {
		displayName: 'Screen Width',
		name: 'screenWidth',
		type: 'number',
		typeOptions: sideLimits,
		default: 1080,
		displayOptions: whenCustom,
		description: 'Width of the video in pixels',
	},
};

const screenHeight: BodyField = {
	path: 'screen_height',
	required: true,
	property: {
		displayName: 'Screen Height',
		name: 'screenHeight',
		type: 'number',
		typeOptions: sideLimits,
		default: 1920,
		displayOptions: whenCustom,
		description: 'Height of the video in pixels',
	},
};

function screenField(presets: readonly PresetName[], description: string): BodyField {
	const options: INodePropertyOptions[] = [
		{ name: 'Custom', value: CUSTOM, description: 'Set the width and height yourself' },
		...presets.map((value) => ({ name: PRESETS[value].name, value })),
	];
	return {
		path: '',
		property: {
			displayName: 'Screen',
			name: 'screen',
			type: 'options',
			options,
			default: 'portrait',
			description,
		},
	};
}

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
	const choice = screenField(presets, description);
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
