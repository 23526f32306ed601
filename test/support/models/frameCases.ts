import type { ModelCase, RefusedCase } from './support';
import { frame, images, internalClarities, material, media, pick, refusals } from './support';

const none = { startFrameSource: 'none' };

/** Rules across the media fields, for a model whose other parameters are these. */
function mediaRefusals(others: Record<string, unknown>): RefusedCase[] {
	const [a, b, c] = [media('a.png'), media('b.png'), media('c.png')];
	const start = frame('startFrame', a);
	const tooFew = [
		{ why: 'no image', label: 'First Frame', parameters: { ...others, ...none } },
		{
			why: 'a last frame alone',
			label: 'Last Frame',
			parameters: { ...others, ...none, ...frame('endFrame', b) },
		},
	];
	const three = [
		{ ...start, ...frame('endFrame', b), referenceImages: images(c) },
		{ ...none, referenceImages: images(a, b, c) },
		{
			...start,
			referenceImages: images(b),
			referenceMaterials: { items: [material('image', c)] },
		},
	].map((parameters, index) => ({
		why: `three images (${index + 1})`,
		label: 'Reference Materials',
		parameters: { ...others, ...parameters },
	}));
	const wrong = refusals(
		{ ...others, ...start },
		{
			top: pick(['startFrameUrl', 'endFrameUrl']),
			secondary: pick(['referenceImages']),
		},
	);
	return [...tooFew, ...three, ...wrong];
}

const cOthers = { refPrompt: 'A lighthouse', aspectRatio: 'auto', clarity: 480, videoDuration: 2 };
const cSmallest = { ...cOthers, ...frame('startFrame', media('first.png')) };

/** Formats that are not among the listed ones, where the address tells the format. */
const otherFormats = ['a.heic', 'a.AVIF', 'a.svg', 'a.mp4', 'a.pdf?size=large'].map(media);

export const frameCases: ModelCase[] = [
	{
		code: 'modelc3.0-first-last-to-video',
		creationType: 4,
		smallest: cSmallest,
		smallestBody: {
			ref_prompt: 'A lighthouse',
			start_frame: media('first.png'),
			aspect_ratio: 'auto',
			clarity: 480,
			video_duration: 2,
			number_of_images: 1,
		},
		fullest: {
			refPrompt: 'x'.repeat(20000),
			...frame('startFrame', media('first.JPG?size=large')),
			...frame('endFrame', media('last')),
			aspectRatio: '9:16',
			clarity: 1080,
			videoDuration: 30,
			referenceImages: images(media('last'), media('first.JPG?size=large')),
			referenceMaterials: { items: [{ source: 'url', url: media('last') }] },
			resolutionMode: 'fast',
		},
		fullestBody: {
			ref_prompt: 'x'.repeat(20000),
			start_frame: media('first.JPG?size=large'),
			end_frame: media('last'),
			ref_img_url: [media('last'), media('first.JPG?size=large')],
			ref_resources: [{ url: media('last'), file_type: 'image' }],
			aspect_ratio: '9:16',
			clarity: 1080,
			resolution_mode: 'fast',
			video_duration: 30,
			number_of_images: 1,
		},
		refused: [
			...mediaRefusals(cOthers),
			...refusals(cSmallest, {
				top: {
					refPrompt: ['x'.repeat(20001)],
					aspectRatio: ['21:9', '2:3'],
					clarity: [1440, '2K', ...internalClarities],
					videoDuration: [1, 31, 2.5, 'long'],
				},
				secondary: { resolutionMode: ['super', 'direct'] },
				missing: ['refPrompt', 'aspectRatio', 'clarity', 'videoDuration'],
			}),
			...otherFormats.flatMap((address) => [
				{
					why: `First Frame ${address}`,
					label: 'First Frame',
					parameters: { ...cOthers, ...frame('startFrame', address) },
				},
				{
					why: `Last Frame ${address}`,
					label: 'Last Frame',
					parameters: { ...cSmallest, ...frame('endFrame', address) },
				},
			]),
			...refusals(
				{ ...cOthers, ...none },
				{
					secondary: {
						referenceImages: otherFormats.map((address) => images(address)),
						referenceMaterials: otherFormats.map((address) => ({
							items: [material('image', address)],
						})),
					},
				},
			),
		],
	},
	{
		code: 'modelb-2.5-first-last-to-video',
		creationType: 4,
		smallest: frame('startFrame', media('first.png')),
		smallestBody: { start_frame: media('first.png'), number_of_images: 1 },
		fullest: {
			refPrompt: 'A lighthouse',
			...frame('startFrame', media('first.png')),
			...frame('endFrame', media('last.png')),
			aspectRatio: '21:9',
			clarity: 720,
			videoDuration: 30,
			referenceImages: images(media('first.png')),
			referenceMaterials: { items: [{ source: 'url', url: media('last.png') }] },
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			start_frame: media('first.png'),
			end_frame: media('last.png'),
			ref_img_url: [media('first.png')],
			ref_resources: [{ url: media('last.png'), file_type: 'image' }],
			aspect_ratio: '21:9',
			clarity: 720,
			video_duration: 30,
			number_of_images: 1,
		},
		refused: [
			...mediaRefusals({ refPrompt: 'A lighthouse' }),
			...refusals(frame('startFrame', media('first.png')), {
				top: {
					aspectRatio: ['2:3'],
					clarity: [1440, '2K', ...internalClarities],
					videoDuration: [2, 31, 3.5],
				},
			}),
		],
	},
];
