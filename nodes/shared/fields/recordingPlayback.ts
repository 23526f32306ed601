import type { BodyField } from './bodyField';

const DRIVE_MODES: Readonly<Record<string, string>> = { sequential: '', random: 'random' };

/** The order of the recording's frames (service.md 4.7 and 4.8). */
export const driveMode: BodyField = {
	path: 'drive_mode',
	property: {
		displayName: 'Frame Order',
		name: 'driveMode',
		type: 'options',
		options: [
			{ name: 'In Sequence', value: 'sequential', description: 'Keep the recorded order' },
			{ name: 'Random', value: 'random', description: 'Move by random frames' },
		],
		default: 'sequential',
		description: 'Order in which the frames of the recording are used',
	},
	send: (value) => DRIVE_MODES[String(value)],
};

/** What happens at the end of the recording (service.md 4.7 and 4.8). */
export const backway: BodyField = {
	path: 'backway',
	property: {
		displayName: 'At End of Recording',
		name: 'backway',
		type: 'options',
		options: [
			{ name: 'Start Again', value: 1, description: 'Play forward again from the start' },
			{ name: 'Play Backward', value: 2, description: 'Play the recording in reverse' },
		],
		default: 1,
		description: 'What happens when the speech is longer than the recording',
	},
};
