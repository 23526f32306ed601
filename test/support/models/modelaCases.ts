import type { ModelCase } from './support';
import { frame, images, internalClarities, media, pick, refusals } from './support';

const needed = { refPrompt: 'A lighthouse', aspectRatio: 'auto', videoDuration: 5 };
const neededBody = { ref_prompt: 'A lighthouse', aspect_ratio: 'auto', video_duration: 5 };
const neededNames = ['refPrompt', 'aspectRatio', 'videoDuration'];
const wrongRatios = ['4:3', '3:4', '21:9'];
const notFiveOrTen = [4, 6, 15, 5.5];
const notFiveToFifteen = [4, 16, 7.5];
const wrongClarities = [480, 1024, '8K', ...internalClarities];

export const modelaCases: ModelCase[] = [
	{
		code: 'ext_modela-v2-1-master',
		creationType: 4,
		smallest: { videoDuration: 7 },
		smallestBody: { video_duration: 7 },
		fullest: {
			refPrompt: 'A lighthouse',
			referenceImages: images(media('a.png')),
			videoDuration: 60,
			aspectRatio: '5:4',
			clarity: 900,
			qualityMode: 'pro',
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			ref_img_url: [media('a.png')],
			aspect_ratio: '5:4',
			clarity: 900,
			quality_mode: 'pro',
			video_duration: 60,
		},
		refused: refusals(
			{ videoDuration: 5 },
			{
				top: {
					...pick(['referenceImages']),
					videoDuration: ['long', 2.5],
					clarity: ['2K', 'HD', 720.5, ...internalClarities],
				},
				missing: ['videoDuration'],
			},
		),
	},
	{
		code: 'modela-v2-1-master',
		creationType: 4,
		smallest: needed,
		smallestBody: neededBody,
		fullest: {
			...needed,
			referenceImages: images(media('a.png'), media('b.png')),
			videoDuration: 10,
		},
		fullestBody: {
			...neededBody,
			ref_img_url: [media('a.png'), media('b.png')],
			video_duration: 10,
		},
		refused: refusals(needed, {
			top: { ...pick(['referenceImages']), aspectRatio: wrongRatios, videoDuration: notFiveOrTen },
			missing: neededNames,
		}),
	},
	{
		code: 'modela1.6',
		creationType: 4,
		smallest: needed,
		smallestBody: neededBody,
		fullest: {
			...needed,
			...frame('startFrame', media('a.png')),
			referenceImages: images(media('a.png')),
			qualityMode: 'pro',
		},
		fullestBody: {
			...neededBody,
			start_frame: media('a.png'),
			ref_img_url: [media('a.png')],
			quality_mode: 'pro',
		},
		refused: refusals(needed, {
			top: {
				...pick(['startFrameUrl']),
				aspectRatio: wrongRatios,
				videoDuration: notFiveOrTen,
			},
			secondary: { ...pick(['referenceImages']), qualityMode: ['high', 'best'] },
			missing: neededNames,
		}),
	},
	{
		code: 'modela2.5',
		creationType: 4,
		smallest: needed,
		smallestBody: neededBody,
		fullest: {
			...needed,
			...frame('startFrame', media('a.png')),
			...frame('endFrame', media('b.png')),
			clarity: '2K',
		},
		fullestBody: {
			...neededBody,
			start_frame: media('a.png'),
			end_frame: media('b.png'),
			clarity: '2K',
		},
		refused: refusals(needed, {
			top: {
				...pick(['startFrameUrl', 'endFrameUrl']),
				aspectRatio: wrongRatios,
				videoDuration: notFiveOrTen,
				clarity: wrongClarities,
			},
			missing: neededNames,
		}),
	},
	{
		code: 'ext_modela-v3-0-text2video',
		creationType: 4,
		smallest: { refPrompt: 'A lighthouse' },
		smallestBody: { ref_prompt: 'A lighthouse' },
		fullest: {
			refPrompt: 'A lighthouse',
			aspectRatio: '1:1',
			clarity: '4K',
			videoDuration: 15,
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			aspect_ratio: '1:1',
			clarity: '4K',
			video_duration: 15,
		},
		refused: refusals(
			{ refPrompt: 'A lighthouse' },
			{
				top: {
					aspectRatio: wrongRatios,
					clarity: wrongClarities,
					videoDuration: notFiveToFifteen,
				},
				missing: ['refPrompt'],
			},
		),
	},
	{
		code: 'ext_modela-v3-0-turbo-text2video',
		creationType: 4,
		smallest: needed,
		smallestBody: neededBody,
		fullest: { ...needed, videoDuration: 15, clarity: 1440 },
		fullestBody: { ...neededBody, video_duration: 15, clarity: 1440 },
		refused: refusals(needed, {
			top: {
				aspectRatio: wrongRatios,
				videoDuration: notFiveToFifteen,
				clarity: wrongClarities,
			},
			missing: neededNames,
		}),
	},
	{
		code: 'ext_modela-v3-0-turbo-image2video',
		creationType: 4,
		smallest: frame('startFrame', media('a.png')),
		smallestBody: { start_frame: media('a.png') },
		fullest: {
			refPrompt: 'A lighthouse',
			...frame('startFrame', media('a.png')),
			aspectRatio: '16:9',
			clarity: 2160,
			videoDuration: 5,
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			start_frame: media('a.png'),
			aspect_ratio: '16:9',
			clarity: 2160,
			video_duration: 5,
		},
		refused: refusals(frame('startFrame', media('a.png')), {
			top: {
				...pick(['startFrameUrl']),
				aspectRatio: wrongRatios,
				clarity: wrongClarities,
				videoDuration: notFiveToFifteen,
			},
		}),
	},
];
