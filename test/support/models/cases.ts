/** The cases of each model, from the demo service's own tables of service.md 4.3. */

import { isEqual, mapValues, omitBy, pickBy, range } from 'lodash';

import { type FieldRule, MODELS, UNDESCRIBED } from '../../../demo-service/areas/models';
import { type FieldName, serviceFields } from '../../../nodes/AiCreate/models/serviceFields';

export type Parameters = Record<string, unknown>;

interface RefusedCase {
	why: string;
	/** Node parameters of the model; a value that is left empty by an expression is ''. */
	parameters: Parameters;
	/** The label that the message has to name. */
	label: string;
}

export interface ModelCase {
	code: string;
	creationType: 3 | 4;
	/** What the service demands of each field. */
	rules: Readonly<Record<string, FieldRule>>;
	/** Node parameters beside modelCode (and otherModelCode). */
	smallest: Parameters;
	/** What is sent for them, beside model_code and creation_type. */
	smallestBody: Parameters;
	fullest: Parameters;
	fullestBody: Parameters;
	refused: RefusedCase[];
}

/** Editor parameters by service field. */
export const editorNames: Record<string, string> = mapValues(serviceFields, ({ name, kind }) =>
	kind === 'frame' ? `${name}Url` : name,
);

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

const [A, B] = [media('a.JPG?size=large'), signedImage];
const files: Record<string, string> = { image: B, video: media('d.mp4'), audio: media('e.mp3') };
const material = (file_type: string, url: unknown = files[file_type]) => ({ file_type, url });

/** What a model starts from; without it, the service refuses, or would charge for its defaults. */
export const startsFrom: Record<string, Parameters> = {
	'modelc3.0-first-last-to-video': { start_frame: A },
	'modelb-2.5-first-last-to-video': { start_frame: A },
	'modelb-2.0-pro-tk': { ref_resources: [material('video')] },
	'ext_modela-v3-0-turbo-image2video': { start_frame: A },
	'modeld-1.1-i2v': { start_frame: A },
	'modeld-1.0-i2v': { ref_img_url: [A] },
};

/** So many different images. */
const images = (count: number): string[] => range(count).map((n) => media(`image-${n}.png`));

/** A value that a model takes, at the lower or at the upper end. */
function example(field: string, rule: FieldRule, end: 'min' | 'max'): unknown {
	const { oneOf, max, insteadOf, fileTypes = [] } = rule;
	if (oneOf) return end === 'min' ? oneOf[0] : oneOf.at(-1);
	const examples: Parameters = {
		ref_prompt: max && end === 'max' ? 'x'.repeat(max) : 'A lighthouse',
		start_frame: A,
		end_frame: B,
		ref_img_url: insteadOf ? [] : end === 'max' && max ? images(max) : [A, B].slice(0, max),
		ref_resources: fileTypes.map((type) => material(type)),
		aspect_ratio: '5:4',
		clarity: 900,
		quality_mode: 'pro',
	};
	return examples[field] ?? rule[end] ?? 60;
}

/** The choice with which an address is entered. */
const sourceOf = (name: string): Parameters =>
	name.endsWith('FrameUrl') ? { [name.replace(/Url$/, 'Source')]: 'url' } : {};

/** Rows of a list: addresses, or materials with their types. */
const listOf = (...rows: unknown[]) => ({
	items: rows.map((row) => {
		const { file_type: fileType, url } = row as ReturnType<typeof material>;
		return fileType ? { fileType, source: 'url', url } : { source: 'url', url: row };
	}),
});

/** What a user enters for the fields of a body. */
function entered(body: Parameters): Parameters {
	const rows = Object.entries(body).map(([field, value]): Parameters => {
		const name = editorNames[field] ?? field;
		return Array.isArray(value)
			? { [name]: listOf(...(value as unknown[])) }
			: { ...sourceOf(name), [name]: value };
	});
	return Object.assign({}, ...rows) as Parameters;
}

const noAddresses = [
	'C:\\pictures\\one.png',
	'data:image/png;base64,AAAA',
	'file:///pictures/one.png',
	'a lighthouse',
	'https://media.example.com/one\tpicture.png',
	'https://',
];

const INTERNAL_CLARITIES = [48001, 72001, 108001];

/** Values of which every model refuses those that it does not list. */
const oddValues: Record<string, unknown[]> = {
	start_frame: ['', ...noAddresses],
	end_frame: ['', ...noAddresses],
	ref_img_url: [
		...[...noAddresses, '', 7].map((address) => listOf(A, address)),
		{ items: [{ source: 'fileId', fileId: '' }] },
	],
	ref_resources: [
		...noAddresses.map((address) => listOf(material('image', address))),
		...['document', 'video', 'audio'].map((type) => listOf(material(type, A))),
	],
	aspect_ratio: ['auto', '21:9', '2:3', '16:10'],
	clarity: [480, 1024, 1080, 1440, 4096, '2K', '4K', '8K', ...INTERNAL_CLARITIES],
	resolution_mode: ['super', 'direct'],
	quality_mode: ['high', 'best'],
	video_duration: [2, 4, 6, 31, 5.5, 'long'],
	number_of_images: [0, 5, -1, 1.5, 'many'],
};

/** Which size of an image a text means. */
const sizeOfImage = (text: unknown) => ({ '2K': 2048, '4K': 4096 })[String(text)] ?? text;

/** Values that a rule does not allow. */
function wrongValues(field: string, { oneOf, min, max }: FieldRule): unknown[] {
	const odd = oddValues[field] ?? [];
	if (oneOf)
		return odd.filter(
			(value) => ![value, sizeOfImage(value)].some((one) => oneOf.includes(one as string)),
		);
	if (field === 'clarity') return ['2K', 'HD', 720.5, ...INTERNAL_CLARITIES];
	if (field === 'video_duration') {
		const beyond = [(min ?? 1) - 1, ...(max === undefined ? [] : [max + 1])];
		return [...beyond, 5.5, 'long'];
	}
	if (field === 'ref_prompt') return max === undefined ? [] : ['x'.repeat(max + 1)];
	if (field === 'ref_img_url' && max === 1) return [listOf(A, B), listOf([A, B]), listOf('C:\\a')];
	if (field === 'ref_img_url' && max) return [...odd, listOf(...images(max + 1))];
	return ['aspect_ratio', 'quality_mode'].includes(field) ? [] : odd;
}

const wrongOrMissing = (rule: FieldRule, field: string): unknown[] => [
	...wrongValues(field, rule),
	...(rule.required ? [''] : []),
];

/** Each wrong value on its own, added to parameters of a model that are otherwise valid. */
function refusals(code: string, valid: Parameters, wrong: Record<string, unknown[]>) {
	return Object.entries(wrong).flatMap(([field, values]) => {
		const name = editorNames[field] ?? field;
		const { kind, label: usual } = serviceFields[field as FieldName];
		const isTopList = name.startsWith('reference') && !secondary[code]?.includes(name);
		const label = isTopList ? 'Reference Files' : kind === 'frame' ? `${usual} URL` : usual;
		return values.map((value): RefusedCase => {
			const why = `${label} ${value === '' ? 'missing' : JSON.stringify(value).slice(0, 80)}`;
			return { why, label, parameters: { ...valid, ...sourceOf(name), [name]: value } };
		});
	});
}

/** Formats that are not among the listed ones, where the address tells the format: at each place of an image. */
function formatRefusals(code: string, others: Parameters): RefusedCase[] {
	const none = { ...entered(others), startFrameSource: 'none' };
	const otherFormats = ['a.heic', 'a.AVIF', 'a.svg', 'a.mp4', 'a.pdf?size=large'].map(media);
	return [
		...refusals(code, none, {
			start_frame: otherFormats,
			ref_img_url: otherFormats.map((url) => listOf(url)),
			ref_resources: otherFormats.map((url) => listOf(material('image', url))),
		}),
		...refusals(code, { ...none, ...entered({ start_frame: A }) }, { end_frame: otherFormats }),
	].map((one) => ({ ...one, label: one.label.replace(' URL', '') }));
}

/** The models that the specification describes, in its order. */
export const describedCases = Object.entries(MODELS).map(([code, model]): ModelCase => {
	const { creationType, fields: rules, frames } = model;
	const isFixed = ({ oneOf }: FieldRule) => isEqual(oneOf, [1]);
	const fixed = mapValues(pickBy(rules, isFixed), () => 1);
	const own = omitBy(rules, isFixed);
	const needed = pickBy(own, ({ required }) => required);
	const others = mapValues(needed, (rule, field) => example(field, rule, 'min'));
	const smallest = { ...others, ...startsFrom[code] };
	if (Object.keys(smallest).length === 0) smallest.ref_prompt = 'A lighthouse';
	const fullest = mapValues(own, (rule, field) => example(field, rule, 'max'));
	const alone = { ...entered(others), startFrameSource: 'none' };
	const isEither = rules.ref_img_url?.insteadOf !== undefined;
	return {
		code,
		creationType,
		rules,
		smallest: entered(smallest),
		smallestBody: { ...smallest, ...fixed },
		fullest: entered(fullest),
		fullestBody: { ...omitBy(fullest, (value) => isEqual(value, [])), ...fixed },
		refused: [
			...(frames?.types ? formatRefusals(code, others) : []),
			...refusals(code, isEither ? alone : entered(smallest), mapValues(own, wrongOrMissing)),
			...(isEither ? refusals(code, entered(fullest), { ref_img_url: [listOf(A)] }) : []),
		],
	};
});

/** A model of which the specification only has the code, or not even that. */
function undescribedCase(code: string, creationType: 3 | 4): ModelCase {
	const smallest = { refPrompt: 'A lighthouse' };
	const smallestBody = { ref_prompt: 'A lighthouse' };
	const more = { video_duration: 8, camera: { path: [1, 2], loop: false } };
	const parametersJson = JSON.stringify({ ref_img_url: A, clarity: '720', ...more });
	const shape = { resolution_mode: 'super', ref_img_url: [A], clarity: 720 };
	const wrong = [
		'{"clarity": 720',
		'[1, 2]',
		'"text"',
		'{"model_code": "modele-q1"}',
		{ creation_type: 3 },
		{ callback: 'https://example.com/done' },
		...INTERNAL_CLARITIES.map((clarity) => ({ clarity })),
		'{"clarity": "HD"}',
		'{"video_duration": "long"}',
		'{"start_frame": "C:\\\\pictures\\\\one.png"}',
		{ ref_img_url: ['data:image/png;base64,AAAA'] },
		{ ref_resources: [{ url: 'one.png', file_type: 'image' }] },
	];
	return {
		code,
		creationType,
		rules: {},
		smallest,
		smallestBody,
		fullest: { ...smallest, parametersJson, resolutionMode: 'super' },
		fullestBody: { ...smallestBody, ...more, ...shape },
		refused: wrong.map((json) => ({
			why: JSON.stringify(json),
			label: 'Parameters (JSON)',
			parameters: { ...smallest, parametersJson: json },
		})),
	};
}

/** Every model that the catalogue lists, in the specification's order. */
export const modelCases: ModelCase[] = [
	...describedCases,
	...UNDESCRIBED.map((code) => undescribedCase(code, 4)),
];

/** The same, and codes that no document knows. */
export const allCases = [
	...modelCases,
	undescribedCase('imagex-1.0', 3),
	undescribedCase('modelx-9.0-video', 4),
];

/** The parameters with which this model is chosen in the node. */
export const chosen = ({ code }: ModelCase, parameters: Parameters): Parameters =>
	code in MODELS
		? { modelCode: code, ...parameters }
		: { modelCode: 'other', otherModelCode: code, ...parameters };
