import type { ModelCase } from './support';
import { images, internalClarities, media, pick, refusals, signedImage } from './support';

const counts = [0, 5, -1, 1.5, 'many'];

const prompt = { refPrompt: 'A lighthouse' };
const promptBody = { ref_prompt: 'A lighthouse' };

export const imageCases: ModelCase[] = [
	{
		code: 'modela-v2-1',
		creationType: 3,
		smallest: prompt,
		smallestBody: promptBody,
		fullest: {
			refPrompt: 'A lighthouse',
			referenceImages: images(media('a.png')),
			aspectRatio: '3:4',
			clarity: 1024,
			numberOfImages: 4,
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			ref_img_url: [media('a.png')],
			aspect_ratio: '3:4',
			clarity: 1024,
			number_of_images: 4,
		},
		refused: refusals(prompt, {
			top: {
				referenceImages: [
					images(media('a.png'), media('b.png')),
					images([media('a.png'), media('b.png')]),
					images('C:\\pictures\\one.png'),
					images('data:image/png,A'),
				],
				aspectRatio: ['21:9', 'auto', '16/9'],
				clarity: [4096, 1080, '2K', ...internalClarities],
			},
			secondary: { numberOfImages: counts },
			missing: ['refPrompt'],
		}),
	},
	{
		code: 'modelf-4.0',
		creationType: 3,
		smallest: prompt,
		smallestBody: promptBody,
		fullest: {
			refPrompt: 'A lighthouse',
			referenceImages: images(media('a.png'), signedImage, media('c')),
			aspectRatio: '16:9',
			clarity: 4096,
			numberOfImages: 1,
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			ref_img_url: [media('a.png'), signedImage, media('c')],
			aspect_ratio: '16:9',
			clarity: 4096,
			number_of_images: 1,
		},
		refused: refusals(prompt, {
			top: {
				...pick(['referenceImages']),
				aspectRatio: ['21:9', '2:3', 'auto'],
				clarity: [1024, '2K', '4K', ...internalClarities],
			},
			secondary: { numberOfImages: counts },
			missing: ['refPrompt'],
		}),
	},
	{
		code: 'modelf-3.0-t2i',
		creationType: 3,
		smallest: { refPrompt: 'A lighthouse', aspectRatio: '1:1', numberOfImages: 1 },
		smallestBody: { ref_prompt: 'A lighthouse', aspect_ratio: '1:1', number_of_images: 1 },
		fullest: { refPrompt: 'A lighthouse', aspectRatio: '9:16', numberOfImages: 4 },
		fullestBody: { ref_prompt: 'A lighthouse', aspect_ratio: '9:16', number_of_images: 4 },
		refused: refusals(
			{ refPrompt: 'A lighthouse', aspectRatio: '1:1', numberOfImages: 1 },
			{
				top: { aspectRatio: ['21:9', 'auto'], numberOfImages: counts },
				missing: ['refPrompt', 'aspectRatio', 'numberOfImages'],
			},
		),
	},
	{
		code: 'image2_medium',
		creationType: 3,
		smallest: prompt,
		smallestBody: promptBody,
		fullest: {
			refPrompt: 'A lighthouse',
			referenceImages: images(media('a.png'), media('b.jpg')),
			aspectRatio: '9:21',
			clarity: 2048,
			numberOfImages: 2,
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			ref_img_url: [media('a.png'), media('b.jpg')],
			aspect_ratio: '9:21',
			clarity: 2048,
			number_of_images: 2,
		},
		refused: refusals(prompt, {
			top: {
				...pick(['referenceImages']),
				aspectRatio: ['auto', '5:4'],
				clarity: [1024, '2K', '4K', ...internalClarities],
			},
			secondary: { numberOfImages: counts },
			missing: ['refPrompt'],
		}),
	},
];
