import { locator } from '../lookups/locator';
import type { BodyField } from './bodyField';

/** The voice that speaks a text. Operations name it differently: `audio_man` and `audio_man_id`. */
export function voiceField(path: string): BodyField {
	return {
		path,
		required: true,
		property: locator({
			name: 'voiceId',
			displayName: 'Voice',
			searchMethod: 'searchVoices',
			description:
				'Voice that reads the text: a public voice from the list, or your own voice by ID',
			show: { audioType: ['tts'] },
		}),
	};
}
