import type { ModelCase } from './support';
import { internalClarities, material, media, pick, refusals } from './support';

const wrongClarities = [480, 1024, '8K', ...internalClarities];
const openWrong = {
	clarity: ['2K', 'HD', 720.5, ...internalClarities],
	videoDuration: [2.5, 'long'],
};

function materialCase(code: string): ModelCase {
	return {
		code,
		creationType: 4,
		smallest: {},
		smallestBody: {},
		fullest: {
			refPrompt: 'A lighthouse',
			refImgUrl: [media('a.png'), media('b.png')],
			refResources: {
				items: [
					material('image', media('c.png')),
					material('video', media('d.mp4')),
					material('audio', media('e.mp3')),
				],
			},
			additionalFields: { aspectRatio: '21:9', clarity: '4K', videoDuration: 15 },
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			ref_img_url: [media('a.png'), media('b.png')],
			ref_resources: [
				{ url: media('c.png'), file_type: 'image' },
				{ url: media('d.mp4'), file_type: 'video' },
				{ url: media('e.mp3'), file_type: 'audio' },
			],
			aspect_ratio: '21:9',
			clarity: '4K',
			video_duration: 15,
		},
		refused: refusals(
			{ refPrompt: 'A lighthouse' },
			{
				top: pick(['refImgUrl', 'refResources']),
				additional: {
					aspectRatio: ['auto', '2:3'],
					clarity: wrongClarities,
					videoDuration: [3, 16, 4.5],
				},
			},
		),
	};
}

export const materialCases = ['modelb-2.0-lite-tk', 'modelb-2.0-pro-tk'].map(materialCase);

export const lastVideoCases: ModelCase[] = [
	{
		code: 'modeld-1.1-i2v',
		creationType: 4,
		smallest: {},
		smallestBody: {},
		fullest: {
			refPrompt: 'A lighthouse',
			startFrame: media('a.png'),
			refImgUrl: [media('a.png')],
			additionalFields: { clarity: 720, videoDuration: 15 },
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			start_frame: media('a.png'),
			ref_img_url: [media('a.png')],
			clarity: 720,
			video_duration: 15,
		},
		refused: refusals(
			{ startFrame: media('a.png') },
			{
				top: pick(['startFrame', 'refImgUrl']),
				additional: { clarity: wrongClarities, videoDuration: [2, 16, 3.5] },
			},
		),
	},
	{
		code: 'modeld-1.0-i2v',
		creationType: 4,
		smallest: {},
		smallestBody: {},
		fullest: {
			refPrompt: 'A lighthouse',
			startFrame: media('a.png'),
			refImgUrl: [media('a.png')],
			additionalFields: { aspectRatio: '21:9', clarity: 540, videoDuration: 7 },
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			start_frame: media('a.png'),
			ref_img_url: [media('a.png')],
			aspect_ratio: '21:9',
			clarity: 540,
			video_duration: 7,
		},
		refused: refusals(
			{ refImgUrl: [media('a.png')] },
			{ top: pick(['startFrame', 'refImgUrl']), additional: openWrong },
		),
	},
	{
		code: 'modele-q1',
		creationType: 4,
		smallest: {},
		smallestBody: {},
		fullest: {
			refPrompt: 'A lighthouse',
			refImgUrl: [media('a.png')],
			additionalFields: { aspectRatio: '2.35:1', clarity: 360, videoDuration: 45 },
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			ref_img_url: [media('a.png')],
			aspect_ratio: '2.35:1',
			clarity: 360,
			video_duration: 45,
		},
		refused: refusals(
			{ refPrompt: 'A lighthouse' },
			{ top: pick(['refImgUrl']), additional: openWrong },
		),
	},
];
