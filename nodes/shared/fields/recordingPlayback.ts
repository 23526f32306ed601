import type { BodyField } from './bodyField';

const DRIVE_MODES: Readonly<Record<string, string>> = { sequential: '', random: 'random' };

/** In which order the frames of the recording are used (service.md 4.7 and 4.8). */
export const driveMode: BodyField = {
	path: 'drive_mode',
	property: {
		displayName: 'Frame Order',
		name: 'driveMode',
		type: 'options',
		options: [
			{ name: 'In Sequence', value: 'sequential', description: 'As it was recorded' },
			{ name: 'Random', value: 'random', description: 'Movements start at a random frame' },
		],
		default: 'sequential',
		description: 'In which order the frames of the recording are used',
	},
	send: (value) => DRIVE_MODES[String(value)],
};

/** What happens at the end of the recording (service.md 4.7 and 4.8). */
export const backway: BodyField = {
	path: 'backway',
	property: {
		displayName: 'At the End of the Recording',
		name: 'backway',
		type: 'options',
		options: [
			{ name: 'Start Again', value: 1, description: 'Play forward each time' },
			{ name: 'Play Backwards', value: 2, description: 'Play in reverse, then forward again' },
		],
		default: 1,
		description: 'How the recording goes on when the speech is longer than it',
	},
};
