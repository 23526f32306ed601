/** Closed lists and ranges of service.md 4.3, by editor name. Open values that may stay empty are texts. */

const ratios = ['1:1', '3:4', '4:3', '9:16', '16:9'];
const frameRatios = ['auto', '16:9', '4:3', '1:1', '3:4', '9:16'];
const videoRatios = ['auto', '16:9', '1:1', '9:16'];
const clarities = [720, 1080, 1440, 2160, '2K', '4K'];
const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => from + n);
const count = range(1, 4);
const material = {
	aspectRatio: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'],
	clarity: clarities,
	videoDuration: range(4, 15),
};

export const allowedValues: Record<string, Record<string, unknown>> = {
	'modela-v2-1': { aspectRatio: ratios, clarity: [1024, 2048], numberOfImages: count },
	'modelf-4.0': { aspectRatio: ratios, clarity: [2048, 4096], numberOfImages: count },
	'modelf-3.0-t2i': { aspectRatio: ratios, numberOfImages: count },
	image2_medium: {
		aspectRatio: [...ratios, '21:9', '2:3', '3:2', '9:21'],
		clarity: [2048, 4096],
		numberOfImages: count,
	},
	'modelc3.0-first-last-to-video': {
		aspectRatio: frameRatios,
		clarity: [480, 720, 1080],
		resolutionMode: ['native', 'fast'],
		videoDuration: range(2, 30),
	},
	'modelb-2.5-first-last-to-video': {
		aspectRatio: [...frameRatios, '21:9'],
		clarity: [480, 720, 1080],
		videoDuration: range(3, 30),
	},
	'modelb-2.0-lite-tk': material,
	'modelb-2.0-pro-tk': material,
	'ext_modela-v2-1-master': {
		videoDuration: { from: 1, to: undefined },
		qualityMode: ['std', 'pro'],
	},
	'modela-v2-1-master': { aspectRatio: videoRatios, videoDuration: [5, 10] },
	'modela1.6': { aspectRatio: videoRatios, qualityMode: ['std', 'pro'], videoDuration: [5, 10] },
	'modela2.5': { aspectRatio: videoRatios, clarity: clarities, videoDuration: [5, 10] },
	'ext_modela-v3-0-text2video': {
		aspectRatio: videoRatios,
		clarity: clarities,
		videoDuration: range(5, 15),
	},
	'ext_modela-v3-0-turbo-text2video': {
		aspectRatio: videoRatios,
		clarity: clarities,
		videoDuration: range(5, 15),
	},
	'ext_modela-v3-0-turbo-image2video': {
		aspectRatio: videoRatios,
		clarity: clarities,
		videoDuration: range(5, 15),
	},
	'modeld-1.1-i2v': { clarity: clarities, videoDuration: range(3, 15) },
	'modeld-1.0-i2v': {},
	'modele-q1': {},
};
