/** The cases of each model, written from service.md 4.3 alone. */

import { range } from 'lodash';

export type Parameters = Record<string, unknown>;

export interface RefusedCase {
	why: string;
	/** Node parameters of the model; a value that is left empty by an expression is ''. */
	parameters: Parameters;
	/** The label that the message has to name. */
	label: string;
}

export interface ModelCase {
	code: string;
	creationType: 3 | 4;
	/** Node parameters beside modelCode (and otherModelCode). */
	smallest: Parameters;
	/** What is sent for them, beside model_code and creation_type. */
	smallestBody: Parameters;
	fullest: Parameters;
	fullestBody: Parameters;
	/** Closed lists and ranges by editor name. Open values that may stay empty are texts. */
	allowed: Record<string, unknown>;
	refused: RefusedCase[];
}

const labels: Record<string, string> = {
	refPrompt: 'Prompt',
	startFrameUrl: 'First Frame URL',
	endFrameUrl: 'Last Frame URL',
	referenceImages: 'Reference Images',
	referenceMaterials: 'Reference Materials',
	aspectRatio: 'Aspect Ratio',
	clarity: 'Resolution',
	resolutionMode: 'Resolution Mode',
	qualityMode: 'Quality',
	videoDuration: 'Duration (Seconds)',
	numberOfImages: 'Number of Images',
	parametersJson: 'Parameters (JSON)',
};

/** Editor parameters by service field. */
export const editorNames: Record<string, string> = {
	ref_prompt: 'refPrompt',
	start_frame: 'startFrameUrl',
	end_frame: 'endFrameUrl',
	ref_img_url: 'referenceImages',
	ref_resources: 'referenceMaterials',
	aspect_ratio: 'aspectRatio',
	clarity: 'clarity',
	resolution_mode: 'resolutionMode',
	quality_mode: 'qualityMode',
	video_duration: 'videoDuration',
	number_of_images: 'numberOfImages',
};

/** What few people need of a model; it stands last, and its lists have their own labels. */
export const secondary: Record<string, string[]> = {
	'modelc3.0-first-last-to-video': ['referenceImages', 'referenceMaterials'],
	'modelb-2.5-first-last-to-video': ['referenceImages', 'referenceMaterials'],
	'modelb-2.0-lite-tk': ['referenceImages'],
	'modelb-2.0-pro-tk': ['referenceImages'],
	'modela1.6': ['referenceImages'],
	'modeld-1.1-i2v': ['referenceImages'],
	'modeld-1.0-i2v': ['startFrameUrl'],
};

export const media = (name: string): string => `https://media.example.com/${name}`;

/** A signed-looking address with a query, as object storages hand out for reading. */
export const signedImage = `${media('b.png')}?version=2&part=1,2`;

const [A, B, C] = [media('a.png'), media('b.png'), media('c.png')];
const resource = (file_type: string, url: unknown) => ({ file_type, url });
const CLIP = resource('video', media('d.mp4'));

/** A file of a list with several types. */
const material = (fileType: string, url: unknown) => ({ fileType, source: 'url', url });

/** A list of images that are given by their addresses. */
const images = (...urls: unknown[]) => ({ items: urls.map((url) => ({ source: 'url', url })) });

/** What a user enters for the fields of a body. */
function entered(body: Parameters): Parameters {
	const rows = Object.entries(body).map(([field, value]): Parameters => {
		const name = editorNames[field] ?? field;
		if (field === 'ref_img_url') return { [name]: images(...(value as unknown[])) };
		if (field === 'ref_resources') {
			const files = value as Array<ReturnType<typeof resource>>;
			return { [name]: { items: files.map(({ file_type, url }) => material(file_type, url)) } };
		}
		return { ...sourceOf(name), [name]: value };
	});
	return Object.assign({}, ...rows) as Parameters;
}

/** The choice with which an address is entered. */
const sourceOf = (name: string): Parameters =>
	name.endsWith('FrameUrl') ? { [name.replace(/Url$/, 'Source')]: 'url' } : {};

const noAddresses = [
	'C:\\pictures\\one.png',
	'./pictures/one.png',
	'data:image/png;base64,AAAA',
	'file:///pictures/one.png',
	'ftp://media.example.com/one.png',
	'a lighthouse',
	'https://media.example.com/one\tpicture.png',
	'https://',
];

/** Wrong values of media fields that every model refuses. */
const wrongMedia: Record<string, unknown[]> = {
	startFrameUrl: ['', ...noAddresses],
	endFrameUrl: ['', ...noAddresses],
	referenceImages: [
		...[...noAddresses, '', 7].map((address) => images(A, address)),
		{ items: [{ source: 'fileId', fileId: '' }] },
	],
	referenceMaterials: [
		...noAddresses.map((address) => ({ items: [material('image', address)] })),
		{ items: [material('document', A)] },
		{
			items: [
				{ fileType: 'image', source: 'fileId', fileId: { __rl: true, mode: 'id', value: '' } },
			],
		},
	],
};

/** Each wrong value on its own, added to parameters of a model that are otherwise valid. */
function refusals(code: string, valid: Parameters, wrong: Record<string, unknown[]>) {
	return Object.entries(wrong).flatMap(([name, values]) => {
		const isTopList = name.startsWith('reference') && !secondary[code]?.includes(name);
		const label = isTopList ? 'Reference Files' : (labels[name] ?? name);
		return values.map((value): RefusedCase => {
			const why = `${label} ${value === '' ? 'missing' : JSON.stringify(value).slice(0, 80)}`;
			return { why, label, parameters: { ...valid, ...sourceOf(name), [name]: value } };
		});
	});
}

interface Rules {
	/** Fields of the smallest and of the fullest body. */
	smallest: Parameters;
	fullest: Parameters;
	/** Sent without being entered. */
	fixed?: Parameters;
	allowed?: Record<string, unknown>;
	/** Values that are refused one by one, beside those of media fields that every model refuses. */
	wrong?: Record<string, unknown[]>;
	/** What the wrong values are added to, where it is not the smallest request. */
	valid?: Parameters;
	refused?: RefusedCase[];
}

function modelCase(code: string, creationType: 3 | 4, rules: Rules): ModelCase {
	const { smallest, fullest, fixed, allowed = {}, valid = smallest, refused = [] } = rules;
	const full = entered(fullest);
	const wrong = { ...wrongMedia, ...rules.wrong };
	const required = Object.keys(entered(smallest)).filter((name) => !/^startFrame/.test(name));
	const names = Object.keys({ ...full, ...rules.wrong }).filter((name) => name in wrong);
	return {
		code,
		creationType,
		smallest: entered(smallest),
		smallestBody: { ...smallest, ...fixed },
		fullest: full,
		fullestBody: { ...fullest, ...fixed },
		allowed,
		refused: [
			...refused,
			...refusals(
				code,
				entered(valid),
				Object.fromEntries(names.map((name) => [name, wrong[name] ?? []])),
			),
			...refusals(code, entered(valid), Object.fromEntries(required.map((name) => [name, ['']]))),
		],
	};
}

const prompt = { ref_prompt: 'A lighthouse' };
const internalClarities = [48001, 72001, 108001];

const from = (first: number, last: number) => range(first, last + 1);
const count = from(1, 4);
const counts = [0, 5, -1, 1.5, 'many'];
const ratios = ['1:1', '3:4', '4:3', '9:16', '16:9'];
const wrongImageClarities = [1024, '2K', '4K', ...internalClarities];

const imageCases = [
	modelCase('modela-v2-1', 3, {
		smallest: prompt,
		fullest: {
			...prompt,
			ref_img_url: [A],
			aspect_ratio: '3:4',
			clarity: 1024,
			number_of_images: 4,
		},
		allowed: { aspectRatio: ratios, clarity: [1024, 2048], numberOfImages: count },
		wrong: {
			referenceImages: [
				images(A, B),
				images([A, B]),
				images('C:\\pictures\\one.png'),
				images('data:image/png,A'),
			],
			aspectRatio: ['21:9', 'auto', '16/9'],
			clarity: [4096, 1080, '2K', ...internalClarities],
			numberOfImages: counts,
		},
	}),
	modelCase('modelf-4.0', 3, {
		smallest: prompt,
		fullest: {
			...prompt,
			ref_img_url: [A, signedImage, media('c')],
			aspect_ratio: '16:9',
			clarity: 4096,
			number_of_images: 1,
		},
		allowed: { aspectRatio: ratios, clarity: [2048, 4096], numberOfImages: count },
		wrong: {
			aspectRatio: ['21:9', '2:3', 'auto'],
			clarity: wrongImageClarities,
			numberOfImages: counts,
		},
	}),
	modelCase('modelf-3.0-t2i', 3, {
		smallest: { ...prompt, aspect_ratio: '1:1', number_of_images: 1 },
		fullest: { ...prompt, aspect_ratio: '9:16', number_of_images: 4 },
		allowed: { aspectRatio: ratios, numberOfImages: count },
		wrong: { aspectRatio: ['21:9', 'auto'], numberOfImages: counts },
	}),
	modelCase('image2_medium', 3, {
		smallest: prompt,
		fullest: {
			...prompt,
			ref_img_url: [A, media('b.jpg')],
			aspect_ratio: '9:21',
			clarity: 2048,
			number_of_images: 2,
		},
		allowed: {
			aspectRatio: [...ratios, '21:9', '2:3', '3:2', '9:21'],
			clarity: [2048, 4096],
			numberOfImages: count,
		},
		wrong: {
			aspectRatio: ['auto', '5:4'],
			clarity: wrongImageClarities,
			numberOfImages: counts,
		},
	}),
];

/** Rules across the media fields, for a model whose other fields are these. */
function frameRefusals(others: Parameters): RefusedCase[] {
	const none = { ...entered(others), startFrameSource: 'none' };
	const [start, end] = [entered({ start_frame: A }), entered({ end_frame: B })];
	const three = { why: 'three images', label: 'Reference Materials' };
	const referenceMaterials = { items: [material('image', C)] };
	return [
		{ why: 'no image', label: 'First Frame', parameters: none },
		{ why: 'a last frame alone', label: 'Last Frame', parameters: { ...none, ...end } },
		{ ...three, parameters: { ...none, ...start, ...end, referenceImages: images(C) } },
		{ ...three, parameters: { ...none, referenceImages: images(A, B, C) } },
		{ ...three, parameters: { ...none, ...start, referenceImages: images(B), referenceMaterials } },
	];
}

/** Formats that are not among the listed ones, where the address tells the format. */
const otherFormats = ['a.heic', 'a.AVIF', 'a.svg', 'a.mp4', 'a.pdf?size=large'].map(media);

/** They are refused at each place of an image. */
function formatRefusals(code: string, others: Parameters): RefusedCase[] {
	const none = { ...entered(others), startFrameSource: 'none' };
	return [
		...refusals(code, none, {
			startFrameUrl: otherFormats,
			referenceImages: otherFormats.map((url) => images(url)),
			referenceMaterials: otherFormats.map((url) => ({ items: [material('image', url)] })),
		}),
		...refusals(code, { ...none, ...entered({ start_frame: A }) }, { endFrameUrl: otherFormats }),
	].map((one) => ({ ...one, label: one.label.replace(' URL', '') }));
}

const FIRST_LAST = 'modelc3.0-first-last-to-video';
const cOthers = { ...prompt, aspect_ratio: 'auto', clarity: 480, video_duration: 2 };
const FIRST = media('first.JPG?size=large');
const LAST = media('last');
const frameRatios = ['auto', '16:9', '4:3', '1:1', '3:4', '9:16'];
const wrongFrames = { clarity: [1440, '2K', ...internalClarities], referenceMaterials: [] };

const frameCases = [
	modelCase(FIRST_LAST, 4, {
		smallest: { ...cOthers, start_frame: A },
		fullest: {
			ref_prompt: 'x'.repeat(20000),
			start_frame: FIRST,
			end_frame: LAST,
			aspect_ratio: '9:16',
			clarity: 1080,
			video_duration: 30,
			ref_img_url: [LAST, FIRST],
			ref_resources: [resource('image', LAST)],
			resolution_mode: 'fast',
		},
		fixed: { number_of_images: 1 },
		allowed: {
			aspectRatio: frameRatios,
			clarity: [480, 720, 1080],
			resolutionMode: ['native', 'fast'],
			videoDuration: from(2, 30),
		},
		wrong: {
			...wrongFrames,
			refPrompt: ['x'.repeat(20001)],
			aspectRatio: ['21:9', '2:3'],
			videoDuration: [1, 31, 2.5, 'long'],
			resolutionMode: ['super', 'direct'],
		},
		refused: [...frameRefusals(cOthers), ...formatRefusals(FIRST_LAST, cOthers)],
	}),
	modelCase('modelb-2.5-first-last-to-video', 4, {
		smallest: { start_frame: A },
		fullest: {
			...prompt,
			start_frame: A,
			end_frame: B,
			aspect_ratio: '21:9',
			clarity: 720,
			video_duration: 30,
			ref_img_url: [A],
			ref_resources: [resource('image', B)],
		},
		fixed: { number_of_images: 1 },
		allowed: {
			aspectRatio: [...frameRatios, '21:9'],
			clarity: [480, 720, 1080],
			videoDuration: from(3, 30),
		},
		wrong: { ...wrongFrames, aspectRatio: ['2:3'], videoDuration: [2, 31, 3.5] },
		refused: frameRefusals(prompt),
	}),
];

const clarities = [720, 1080, 1440, 2160, '2K', '4K'];
const wrongClarities = [480, 1024, '8K', ...internalClarities];

const materialCase = (code: string, smallest: Parameters) =>
	modelCase(code, 4, {
		smallest,
		fullest: {
			...prompt,
			ref_resources: [resource('image', C), CLIP, resource('audio', media('e.mp3'))],
			aspect_ratio: '21:9',
			clarity: '4K',
			video_duration: 15,
			ref_img_url: [A, B],
		},
		allowed: {
			aspectRatio: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'],
			clarity: clarities,
			videoDuration: from(4, 15),
		},
		wrong: {
			aspectRatio: ['auto', '2:3'],
			clarity: wrongClarities,
			videoDuration: [3, 16, 4.5],
		},
	});

const usual = { ...prompt, aspect_ratio: 'auto', video_duration: 5 };
const videoRatios = ['auto', '16:9', '1:1', '9:16'];
const aspectRatio = ['4:3', '3:4', '21:9'];
const fiveOrTen = { aspectRatio: videoRatios, videoDuration: [5, 10] };
const notFiveOrTen = { aspectRatio, videoDuration: [4, 6, 15, 5.5] };
const fiveToFifteen = { aspectRatio: videoRatios, clarity: clarities, videoDuration: from(5, 15) };
const notFiveToFifteen = { aspectRatio, clarity: wrongClarities, videoDuration: [4, 16, 7.5] };
const open = { clarity: ['2K', 'HD', 720.5, ...internalClarities], videoDuration: [2.5, 'long'] };

const videoCases = [
	materialCase('modelb-2.0-lite-tk', prompt),
	materialCase('modelb-2.0-pro-tk', { ref_resources: [CLIP] }),
	modelCase('ext_modela-v2-1-master', 4, {
		smallest: { video_duration: 7 },
		fullest: {
			...prompt,
			ref_img_url: [A],
			video_duration: 60,
			aspect_ratio: '5:4',
			clarity: 900,
			quality_mode: 'pro',
		},
		allowed: { videoDuration: { from: 1, to: undefined }, qualityMode: ['std', 'pro'] },
		wrong: open,
	}),
	modelCase('modela-v2-1-master', 4, {
		smallest: usual,
		fullest: { ...usual, ref_img_url: [A, B], video_duration: 10 },
		allowed: fiveOrTen,
		wrong: notFiveOrTen,
	}),
	modelCase('modela1.6', 4, {
		smallest: usual,
		fullest: { ...usual, start_frame: A, ref_img_url: [A], quality_mode: 'pro' },
		allowed: { ...fiveOrTen, qualityMode: ['std', 'pro'] },
		wrong: { ...notFiveOrTen, qualityMode: ['high', 'best'] },
	}),
	modelCase('modela2.5', 4, {
		smallest: usual,
		fullest: { ...usual, start_frame: A, end_frame: B, clarity: '2K' },
		allowed: { ...fiveOrTen, clarity: clarities },
		wrong: { ...notFiveOrTen, clarity: wrongClarities },
	}),
	modelCase('ext_modela-v3-0-text2video', 4, {
		smallest: prompt,
		fullest: { ...prompt, aspect_ratio: '1:1', clarity: '4K', video_duration: 15 },
		allowed: fiveToFifteen,
		wrong: notFiveToFifteen,
	}),
	modelCase('ext_modela-v3-0-turbo-text2video', 4, {
		smallest: usual,
		fullest: { ...usual, video_duration: 15, clarity: 1440 },
		allowed: fiveToFifteen,
		wrong: notFiveToFifteen,
	}),
	modelCase('ext_modela-v3-0-turbo-image2video', 4, {
		smallest: { start_frame: A },
		fullest: { ...usual, start_frame: A, aspect_ratio: '16:9', clarity: 2160 },
		allowed: fiveToFifteen,
		wrong: notFiveToFifteen,
	}),
	modelCase('modeld-1.1-i2v', 4, {
		smallest: { start_frame: A },
		fullest: { ...prompt, start_frame: A, clarity: 720, video_duration: 15, ref_img_url: [A] },
		allowed: { clarity: clarities, videoDuration: from(3, 15) },
		wrong: { clarity: wrongClarities, videoDuration: [2, 16, 3.5] },
	}),
	modelCase('modeld-1.0-i2v', 4, {
		smallest: { ref_img_url: [A] },
		valid: { ...prompt, ref_img_url: [A] },
		fullest: {
			...prompt,
			start_frame: A,
			ref_img_url: [A],
			aspect_ratio: '21:9',
			clarity: 540,
			video_duration: 7,
		},
		wrong: open,
	}),
	modelCase('modele-q1', 4, {
		smallest: prompt,
		fullest: {
			...prompt,
			ref_img_url: [A],
			aspect_ratio: '2.35:1',
			clarity: 360,
			video_duration: 45,
		},
		wrong: open,
	}),
];

const more = { video_duration: 8, camera: { path: [1, 2], loop: false } };

/** A model of which the specification only has the code, or not even that. */
function undescribedCase(code: string, creationType: 3 | 4): ModelCase {
	const parametersJson = JSON.stringify({ ref_img_url: A, clarity: '720', ...more });
	return {
		...modelCase(code, creationType, {
			smallest: prompt,
			fullest: { ...prompt, resolution_mode: 'super' },
			wrong: {
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
		}),
		fullest: { refPrompt: 'A lighthouse', parametersJson, resolutionMode: 'super' },
		fullestBody: {
			...prompt,
			...more,
			ref_img_url: [A],
			resolution_mode: 'super',
			clarity: 720,
		},
	};
}

/** The models that the specification describes, in its order. */
export const describedCases: ModelCase[] = [...imageCases, ...frameCases, ...videoCases];

/** Codes that no document knows. */
const typedCases = [undescribedCase('imagex-1.0', 3), undescribedCase('modelx-9.0-video', 4)];

/** Every model that the catalogue lists, in the specification's order. */
export const modelCases: ModelCase[] = [
	...describedCases,
	...[
		'modelc3.0-video',
		'modelb-2.5-t2v',
		'modelb-2.5-r2v',
		'ext_modela-v3-0-image2video',
		'modelb-2.0-lite-mini',
		'modelb-2.0-pro-mini',
		'modelb-fast-2.0-lite-tk',
		'modelb-fast-2.0-pro-tk',
	].map((code) => undescribedCase(code, 4)),
];

export const allCases = [...modelCases, ...typedCases].map((one) => ({ ...one, title: one.code }));

/** The parameters with which this model is chosen in the node. */
export const chosen = ({ code }: ModelCase, parameters: Parameters): Parameters =>
	describedCases.some((described) => described.code === code)
		? { modelCode: code, ...parameters }
		: { modelCode: 'other', otherModelCode: code, ...parameters };
