import { z } from 'zod';

import { taskId } from './ids';
import { shownNumber, shownText } from './shown';
import { status } from './status';

/** A custom voice, as a callback tells it (specification 2.9 and 6). */
export const customVoiceRecord = z
	.object({
		id: taskId,
		status: status.nullish(),
		progress: shownNumber,
		err_msg: z.string().nullish(),
		audio_path: z.string().nullish(),
		name: shownText,
		lang: shownText,
		type: shownText,
	})
	.passthrough();

export type CustomVoiceRecord = z.infer<typeof customVoiceRecord>;
