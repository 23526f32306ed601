import type { INodeProperties } from 'n8n-workflow';

import { VIDEO_TO_TRANSLATE } from '../shared/api/limits';
import {
	completionProperty,
	downloadWhenFinishedProperty,
	withDescriptions,
} from '../shared/fields/completion';
import { type BodyField, atMostCharacters } from '../shared/fields/field';
import {
	additionalFields,
	panelChoice,
	groupProperty,
	override,
	textField,
	toggle,
} from '../shared/fields/properties';
import type { BodyFile } from '../shared/fields/fileFields';
import { parseLanguages } from '../shared/fields/languages';
import { locator } from '../shared/fields/locators';
import { propertiesOf, type RequestPart } from '../shared/fields/readRequest';
import * as shared from '../shared/fields/videoFields';
import { formatLimit } from '../shared/util/amounts';
import { toWebAddress } from '../shared/util/webAddress';
import { translateVideoMessages } from './translateVideo.messages';

/**
 * The field 'Completion' with descriptions for translations: the service can only be asked about one by a path that
 * the user may have from the provider.
 */
const completion = withDescriptions(completionProperty, {
	wait: "Needs a 'Video Detail Path' in the credential. Continue when all videos are ready.",
	return:
		"Continue right away. Without a 'Video Detail Path' in the credential, n8n cannot fetch the videos.",
});

/** Longest title in characters (service.md 4.9). */
const MAX_TITLE = 50;

/** Where the video comes from: a file, or a task of Compose Video. Exactly one of the two is sent (service.md 4.9). */
const sourceType = panelChoice({
	displayName: 'Source',
	name: 'sourceType',
	options: [
		{ name: 'Video File', value: 'file', description: 'An MP4 or MOV file' },
		{
			name: 'Video Made Here',
			value: 'video',
			description: 'A video that you made with Compose Video, not a translation of it',
		},
	],
	default: 'file',
	description: 'Where the video comes from',
});

/** The file of the video, where it comes from a file. */
const video: BodyFile = {
	idPath: 'source.file_id',
	name: 'videoFile',
	label: 'Video',
	purpose: 'video_translation',
	placeholder: 'e.g. https://example.com/interview.mp4',
	description: `Video to translate: MP4 or MOV, at most ${formatLimit(VIDEO_TO_TRANSLATE.maxBytes)}, ${VIDEO_TO_TRANSLATE.maxMinutes} minutes and ${VIDEO_TO_TRANSLATE.maxPixelsPerSide} pixels per side`,
	show: { sourceType: ['file'] },
};

/** The task that made the video, where it does not come from a file. */
const videoId: BodyField = {
	path: 'source.video_id',
	required: true,
	property: locator({
		name: 'videoId',
		displayName: 'Video Made Here',
		searchMethod: 'searchComposedVideos',
		description: "A video made with 'Digital Human Compose Video', or the ID of any finished video",
		displayOptions: { show: { sourceType: ['video'] } },
	}),
	check(value, place) {
		if (toWebAddress(value) === undefined) return undefined;
		return translateVideoMessages.urlForVideo(place);
	},
};

/**
 * The languages, as the user writes them: codes or names. Which codes they mean is only found out with the service's
 * list of languages, before the request is sent.
 */
export const targetLanguages: BodyField = {
	path: 'target_languages',
	property: {
		displayName: 'Target Language Names or IDs',
		name: 'targetLanguages',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getLanguages' },
		default: [],
		required: true,
		description:
			'Languages to translate into. Each one is a separate task, with its own cost and output item. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	parse: parseLanguages,
};

/** Whose voice speaks. To keep the voice of the video, no voice is sent (service.md 4.9). */
const voiceChoice = panelChoice({
	displayName: 'Translation Voice',
	name: 'voiceChoice',
	options: [
		{ name: 'Keep Original', value: 'keep', description: 'The speaker keeps their own voice' },
		{ name: 'Choose a Voice', value: 'choose', description: 'Another voice speaks' },
	],
	default: 'keep',
	description: 'The voice that speaks the translation',
});

/** The voice that speaks, where it is not that of the video. */
const voice = override(shared.voice, 'audio_id', {
	description: 'A public voice, or the ID of a custom voice',
	displayOptions: { show: { voiceChoice: ['choose'] } },
});

/** The optional fields of the request, in a collection of their own. */
export const additional = additionalFields([
	textField(
		'source.title',
		{
			displayName: 'Title',
			name: 'title',
			placeholder: 'e.g. Interview with Anna',
			description: `Title of the translation at the service, at most ${MAX_TITLE} characters`,
		},
		{ check: atMostCharacters(MAX_TITLE) },
	),
	toggle('need_lip_sync', {
		displayName: 'Lip Sync',
		name: 'needLipSync',
		description: 'Whether to match the lips to the new language',
	}),
	toggle('need_dynamic_duration', {
		displayName: 'Flexible Duration',
		name: 'needDynamicDuration',
		description: 'Whether the video may become longer or shorter to fit the new language',
	}),
	toggle('need_subtitle', {
		displayName: 'Subtitles',
		name: 'needSubtitle',
		description: 'Whether to burn subtitles in the new language into the video',
	}),
]);

/** The fields of the request that stand in the panel itself, in display order. */
export const parts: readonly RequestPart[] = [
	sourceType,
	video,
	videoId,
	targetLanguages,
	voiceChoice,
	voice,
];

/** The fields of the node, in display order; its 'Options' come behind them. */
export const properties: INodeProperties[] = propertiesOf(parts).concat(
	completion,
	downloadWhenFinishedProperty,
	groupProperty(additional),
);
