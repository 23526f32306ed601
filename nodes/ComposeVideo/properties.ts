import type { INodeProperties } from 'n8n-workflow';

import { groupProperty } from '../shared/fields/bodyField';
import { fileField } from '../shared/files/fileField';
import { background, backgroundFile, backgroundOptions, bgColor } from './fields/background';
import { figureType, person } from './fields/person';
import { placement } from './fields/placement';
import { quality } from './fields/quality';
import { screen } from './fields/screen';
import { sources } from './fields/sources';
import { audioFile, audioType, speech, text, voice } from './fields/speech';
import { subtitles } from './fields/subtitles';
import { watermark } from './fields/watermark';

/** What a video needs. */
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
	groupProperty(backgroundOptions),
];

/** What can be set besides, one collection per theme. */
export const collections = [placement, quality, speech, subtitles, watermark, sources].map(
	groupProperty,
);
