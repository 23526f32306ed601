import { z } from 'zod';

import { taskId } from './ids';
import { status } from './status';

/** A custom voice, as a callback tells it (specification 2.9 and 6). */
export const customVoiceRecord = z
	.object({
		id: taskId,
		status: status.nullish(),
		progress: z.number().nullish(),
		err_msg: z.string().nullish(),
		audio_path: z.string().nullish(),
		name: z.string().nullish(),
		lang: z.string().nullish(),
		type: z.string().nullish(),
	})
	.passthrough();

export type CustomVoiceRecord = z.infer<typeof customVoiceRecord>;
