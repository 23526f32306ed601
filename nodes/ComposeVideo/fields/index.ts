import type { INodeProperties } from 'n8n-workflow';

import { groupProperty, type FieldGroup } from '../../shared/fields/field';
import { fileField } from '../../shared/fields/files';
import {
	background,
	backgroundFile,
	backgroundFileFields,
	bgColor,
	removalFields,
} from './background';
import { figureType, person, placementFields, screen, watermarkFields } from './picture';
import { audioSource, duration, quality, resolutionRate, source } from './sources';
import { audioFile, audioType, speechFields, text, voice, voiceFields } from './speech';
import { subtitleFields, subtitles } from './subtitles';

/** What a video consists of. */
export const properties: INodeProperties[] = [
	person.property,
	figureType.property,
	audioType.property,
	text.property,
	voice.property,
	...fileField(audioFile),
	...screen.properties,
	background.property,
	bgColor.property,
	...fileField(backgroundFile),
	subtitles.property,
	quality.property,
];

/** All else that can be set, the parts of the video in turn: each label begins with the part it is about. */
export const additionalFields: FieldGroup = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	placeholder: 'Add Field',
	fields: [
		...removalFields,
		...backgroundFileFields,
		...placementFields,
		...voiceFields,
		...speechFields,
		...subtitleFields,
		...watermarkFields,
		source,
		audioSource,
		resolutionRate,
		duration,
	],
};

export const collections: INodeProperties[] = [groupProperty(additionalFields)];
