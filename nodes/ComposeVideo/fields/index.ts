import type { INodeProperties } from 'n8n-workflow';

import { groupProperty } from '../../shared/fields/bodyField';
import { fileField } from '../../shared/fields/fileField';
import { background, backgroundFile, backgroundOptions, bgColor } from './background';
import { figureType, person } from './person';
import { placement } from './placement';
import { quality } from './quality';
import { screen } from './screen';
import { sources } from './sources';
import { audioFile, audioType, speech, text, voice } from './speech';
import { subtitles } from './subtitles';
import { watermark } from './watermark';

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
