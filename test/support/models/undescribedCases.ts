import type { ModelCase } from './support';
import { internalClarities, media, refusals } from './support';

const everything = {
	ref_img_url: media('a.png'),
	clarity: '720',
	video_duration: 8,
	camera: { path: [1, 2], loop: false },
};

export function undescribedCase(code: string, creationType: 3 | 4): ModelCase {
	return {
		code,
		creationType,
		smallest: { refPrompt: 'A lighthouse' },
		smallestBody: { ref_prompt: 'A lighthouse' },
		fullest: {
			refPrompt: 'A lighthouse',
			parametersJson: JSON.stringify(everything),
			resolutionMode: 'super',
		},
		fullestBody: {
			ref_prompt: 'A lighthouse',
			ref_img_url: [media('a.png')],
			resolution_mode: 'super',
			clarity: 720,
			video_duration: 8,
			camera: { path: [1, 2], loop: false },
		},
		refused: refusals(
			{ refPrompt: 'A lighthouse' },
			{
				top: {
					parametersJson: [
						'{"clarity": 720',
						'[1, 2]',
						'"text"',
						'{"model_code": "modele-q1"}',
						{ creation_type: 3 },
						{ callback: 'https://example.com/done' },
						...internalClarities.map((clarity) => ({ clarity })),
						'{"clarity": "HD"}',
						'{"video_duration": "long"}',
						'{"start_frame": "C:\\\\pictures\\\\one.png"}',
						{ ref_img_url: ['data:image/png;base64,AAAA'] },
						{ ref_resources: [{ url: 'one.png', file_type: 'image' }] },
					],
				},
				missing: ['refPrompt'],
			},
		),
	};
}

export const undescribedCases = [
	'modelc3.0-video',
	'modelb-2.5-t2v',
	'modelb-2.5-r2v',
	'ext_modela-v3-0-image2video',
	'modelb-2.0-lite-mini',
	'modelb-2.0-pro-mini',
	'modelb-fast-2.0-lite-tk',
	'modelb-fast-2.0-pro-tk',
].map((code) => undescribedCase(code, 4));
