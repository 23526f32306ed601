import type { INodeProperties } from 'n8n-workflow';

import { groupProperty, type FieldGroup } from '../shared/fields/field';
import { fileField } from '../shared/fields/files';
import { additionalParameters } from '../shared/fields/parameters';
import * as picture from './picture';
import * as speech from './speech';
import { subtitleOptions, subtitles } from './subtitles';

/** What a video consists of. */
export const properties: INodeProperties[] = [
	picture.person.property,
	picture.figureType.property,
	speech.audioType.property,
	speech.text.property,
	speech.voice.property,
	speech.language.property,
	...fileField(speech.audioFile),
	...picture.screen.properties,
	picture.background.property,
	picture.bgColor.property,
	...fileField(picture.backgroundFile),
	subtitles.property,
	groupProperty(subtitleOptions),
	picture.quality.property,
];

/** All else that can be set: each label begins with the part that it is about. */
export const additionalFields: FieldGroup = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	placeholder: 'Add Field',
	fields: [
		picture.isRemoveBg,
		...picture.backgroundFileFields,
		...picture.pictureFields,
		...speech.voiceFields,
		...speech.speechFields,
	],
	last: additionalParameters,
};

export const collections: INodeProperties[] = [groupProperty(additionalFields)];
