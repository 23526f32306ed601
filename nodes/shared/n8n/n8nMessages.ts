import { catalogue } from '../util/catalogue';

/** The texts about n8n itself. */
export const n8nMessages = catalogue({
	tooOld: {
		code: 'unsupported',
		title: 'The Digital Human nodes need n8n 1.123 or newer',
		advice: 'Update n8n.',
	},
});
