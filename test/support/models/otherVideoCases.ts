import type { ModelCase } from './support';
import { frame, images, internalClarities, material, media, pick, refusals } from './support';

const wrongClarities = [480, 1024, '8K', ...internalClarities];
const openWrong = {
	clarity: ['2K', 'HD', 720.5, ...internalClarities],
	videoDuration: [2.5, 'long'],
};

function materialCase(code: string, smallest: ModelCase['smallest'], body: object): ModelCase {
	const missing = 'refPrompt' in smallest ? ['refPrompt'] : ['referenceMaterials'];
	return {
		code,
		creationType: 4,
		smallest,
		smallestBody: { ...body },
		fullest: {
			refPrompt: 'A lighthouse',
			referenceMaterials: {
				items: [
					material('image', media('c.png')),
					material('video', media('d.mp4')),
					material('audio', media('e.mp3')),
				],
			},
			aspectRatio: '21:9',
			clarity: '4K',
			videoDuration: 15,
			referenceImages: images(media('a.png'), media('b.png')),
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
		refused: refusals(smallest, {
			top: {
				...pick(['referenceMaterials']),
				aspectRatio: ['auto', '2:3'],
				clarity: wrongClarities,
				videoDuration: [3, 16, 4.5],
			},
			secondary: pick(['referenceImages']),
			missing,
		}),
	};
}

export const materialCases = [
	materialCase('modelb-2.0-lite-tk', { refPrompt: 'A lighthouse' }, { ref_prompt: 'A lighthouse' }),
	materialCase(
		'modelb-2.0-pro-tk',
		{ referenceMaterials: { items: [material('video', media('d.mp4'))] } },
		{ ref_resources: [{ url: media('d.mp4'), file_type: 'video' }] },
	),
];

export const lastVideoCases: ModelCase[] = [
	{
		code: 'modeld-1.1-i2v',
		creationType: 4,
		smallest: frame('startFrame', media('a.png')),
		smallestBody: { start_frame: media('a.png') },
		fullest: {
			refPrompt: 'A lighthouse',
			...frame('startFrame', media('a.png')),
			clarity: 720,
			videoDuration: 15,
			referenceImages: images(media('a.png')),
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			start_frame: media('a.png'),
			ref_img_url: [media('a.png')],
			clarity: 720,
			video_duration: 15,
		},
		refused: refusals(frame('startFrame', media('a.png')), {
			top: {
				...pick(['startFrameUrl']),
				clarity: wrongClarities,
				videoDuration: [2, 16, 3.5],
			},
			secondary: pick(['referenceImages']),
		}),
	},
	{
		code: 'modeld-1.0-i2v',
		creationType: 4,
		smallest: { referenceImages: images(media('a.png')) },
		smallestBody: { ref_img_url: [media('a.png')] },
		fullest: {
			refPrompt: 'A lighthouse',
			...frame('startFrame', media('a.png')),
			referenceImages: images(media('a.png')),
			aspectRatio: '21:9',
			clarity: 540,
			videoDuration: 7,
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
			{ refPrompt: 'A lighthouse', referenceImages: images(media('a.png')) },
			{
				top: { ...pick(['startFrameUrl', 'referenceImages']), ...openWrong },
				missing: ['referenceImages'],
			},
		),
	},
	{
		code: 'modele-q1',
		creationType: 4,
		smallest: { refPrompt: 'A lighthouse' },
		smallestBody: { ref_prompt: 'A lighthouse' },
		fullest: {
			refPrompt: 'A lighthouse',
			referenceImages: images(media('a.png')),
			aspectRatio: '2.35:1',
			clarity: 360,
			videoDuration: 45,
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
			{ top: { ...pick(['referenceImages']), ...openWrong }, missing: ['refPrompt'] },
		),
	},
];
