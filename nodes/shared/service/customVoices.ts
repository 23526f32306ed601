import { z } from 'zod';

import { taskId } from './serviceId';
import { recordOf } from './records';
import { shownNumber, shownText } from './lenientSchemas';
import { status } from './status';

/** A custom voice, as a callback reports it (service.md 2.9 and 6). */
export const customVoiceRecord = recordOf(
	z.object({
		id: taskId,
		status: status.nullish(),
		progress: shownNumber,
		err_msg: z.string().nullish(),
		audio_path: z.string().nullish(),
		name: shownText,
		lang: shownText,
		type: shownText,
	}),
);

export type CustomVoiceRecord = z.infer<typeof customVoiceRecord>;
