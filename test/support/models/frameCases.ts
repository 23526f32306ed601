import type { ModelCase, RefusedCase } from './support';
import { internalClarities, material, media, pick, refusals } from './support';

const frameNames = ['startFrame', 'endFrame', 'refImgUrl', 'refResources'];

/** Rules across the media fields, for a model whose other parameters are these. */
function mediaRefusals(others: Record<string, unknown>): RefusedCase[] {
	const [a, b, c] = [media('a.png'), media('b.png'), media('c.png')];
	const none = [
		{ why: 'no image', label: 'First Frame', parameters: others },
		{
			why: 'a last frame alone',
			label: 'Last Frame',
			parameters: { ...others, endFrame: b },
		},
	];
	const three = [
		{ label: 'Reference Images', parameters: { startFrame: a, endFrame: b, refImgUrl: [c] } },
		{ label: 'Reference Images', parameters: { refImgUrl: [a, b, c] } },
		{
			label: 'Reference Materials',
			parameters: {
				startFrame: a,
				refImgUrl: [b],
				refResources: { items: [material('image', c)] },
			},
		},
	].map(({ label, parameters }) => ({
		why: `three images (${label})`,
		label,
		parameters: { ...others, ...parameters },
	}));
	const kinds = ['video', 'audio'].map((kind) => ({
		why: `a reference material of type ${kind}`,
		label: 'Reference Materials',
		parameters: { ...others, refResources: { items: [material(kind, a)] } },
	}));
	const wrong = refusals({ ...others, startFrame: media('a.png') }, { top: pick(frameNames) });
	return [...none, ...three, ...kinds, ...wrong];
}

const cOthers = { refPrompt: 'A lighthouse', aspectRatio: 'auto', clarity: 480, videoDuration: 2 };
const cSmallest = { ...cOthers, startFrame: media('first.png') };

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
			startFrame: media('first.JPG?size=large'),
			endFrame: media('last'),
			refImgUrl: [media('last'), media('first.JPG?size=large')],
			refResources: { items: [material('image', media('last'))] },
			aspectRatio: '9:16',
			clarity: 1080,
			videoDuration: 30,
			additionalFields: { resolutionMode: 'fast' },
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
					startFrame: otherFormats,
					endFrame: otherFormats,
				},
				additional: { resolutionMode: ['super', 'direct'] },
				missing: ['refPrompt', 'aspectRatio', 'clarity', 'videoDuration'],
			}),
			...refusals(cOthers, {
				top: {
					refImgUrl: otherFormats.map((address) => [address]),
					refResources: otherFormats.map((address) => ({ items: [material('image', address)] })),
				},
			}),
		],
	},
	{
		code: 'modelb-2.5-first-last-to-video',
		creationType: 4,
		smallest: { startFrame: media('first.png') },
		smallestBody: { start_frame: media('first.png'), number_of_images: 1 },
		fullest: {
			refPrompt: 'A lighthouse',
			startFrame: media('first.png'),
			endFrame: media('last.png'),
			refImgUrl: [media('first.png')],
			refResources: { items: [material('image', media('last.png'))] },
			additionalFields: { aspectRatio: '21:9', clarity: 720, videoDuration: 30 },
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
			...refusals(
				{ startFrame: media('first.png') },
				{
					additional: {
						aspectRatio: ['2:3'],
						clarity: [1440, '2K', ...internalClarities],
						videoDuration: [2, 31, 3.5],
					},
				},
			),
		],
	},
];
