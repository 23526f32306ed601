/** Building blocks for the cases of one model, written from service.md 4.3 alone. */

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

/** What the list of files is called at the top of the editor. */
const LISTS = ['referenceImages', 'referenceMaterials'];

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

export function media(name: string): string {
	return `https://media.example.com/${name}`;
}

/** A signed-looking address with a query, as object storages hand out for reading. */
export const signedImage = `${media('b.png')}?version=2&part=1,2`;

/** A frame that is given by its address. */
export function frame(name: 'startFrame' | 'endFrame', url: unknown): Parameters {
	return { [`${name}Source`]: 'url', [`${name}Url`]: url };
}

/** A file of a list with several types. */
export function material(fileType: string, url: unknown): Parameters {
	return { fileType, source: 'url', url };
}

/** A list of images that are given by their addresses. */
export function images(...urls: unknown[]): Parameters {
	return { items: urls.map((url) => ({ source: 'url', url })) };
}

export const internalClarities = [48001, 72001, 108001];

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
		...[...noAddresses, '', 7].map((address) => images(media('a.png'), address)),
		{ items: [{ source: 'fileId', fileId: '' }] },
	],
	referenceMaterials: [
		...noAddresses.map((address) => ({ items: [material('image', address)] })),
		{ items: [material('document', media('a.png'))] },
		{
			items: [
				{ fileType: 'image', source: 'fileId', fileId: { __rl: true, mode: 'id', value: '' } },
			],
		},
	],
};

interface Wrong {
	/** Values at the top of the editor that are refused one by one. */
	top?: Record<string, unknown[]>;
	/** The same of fields that few people need, under their own labels. */
	secondary?: Record<string, unknown[]>;
	/** Parameters that the model cannot do without. */
	missing?: string[];
}

/** Each wrong value on its own, added to parameters that are otherwise valid. */
export function refusals(
	valid: Parameters,
	{ top = {}, secondary = {}, missing = [] }: Wrong,
): RefusedCase[] {
	const label = (name: string): string => labels[name] ?? name;
	const topLabel = (name: string): string =>
		LISTS.includes(name) ? 'Reference Files' : label(name);
	const inTop = Object.entries(top).flatMap(([name, values]) =>
		values.map((value) => ({
			why: `${topLabel(name)} ${JSON.stringify(value).slice(0, 80)}`,
			label: topLabel(name),
			parameters: { ...valid, ...sourceOf(name), [name]: value },
		})),
	);
	const inSecondary = Object.entries(secondary).flatMap(([name, values]) =>
		values.map((value) => ({
			why: `${label(name)} ${JSON.stringify(value).slice(0, 80)}`,
			label: label(name),
			parameters: { ...valid, [name]: value },
		})),
	);
	const absent = missing.map((name) => ({
		why: `${topLabel(name)} missing`,
		label: topLabel(name),
		parameters: { ...valid, [name]: '' },
	}));
	return [...inTop, ...inSecondary, ...absent];
}

/** The choice with which an address is entered. */
function sourceOf(name: string): Parameters {
	return name.endsWith('FrameUrl') ? { [name.replace(/Url$/, 'Source')]: 'url' } : {};
}

export function pick(names: string[]): Record<string, unknown[]> {
	return Object.fromEntries(names.map((name) => [name, wrongMedia[name] ?? []]));
}
