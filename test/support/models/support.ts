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
	startFrame: 'First Frame',
	endFrame: 'Last Frame',
	refImgUrl: 'Reference Images',
	refResources: 'Reference Materials',
	aspectRatio: 'Aspect Ratio',
	clarity: 'Clarity',
	resolutionMode: 'Resolution Mode',
	qualityMode: 'Quality',
	videoDuration: 'Duration (Seconds)',
	numberOfImages: 'Number of Images',
	parametersJson: 'Parameters (JSON)',
};

/** Editor parameters by service field. */
export const editorNames: Record<string, string> = {
	ref_prompt: 'refPrompt',
	start_frame: 'startFrame',
	end_frame: 'endFrame',
	ref_img_url: 'refImgUrl',
	ref_resources: 'refResources',
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

export function material(fileType: string, url: string): Parameters {
	return { fileType, url };
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
export const wrongMedia: Record<string, unknown[]> = {
	startFrame: noAddresses,
	endFrame: noAddresses,
	refImgUrl: [...noAddresses.map((address) => [media('a.png'), address]), [media('a.png'), 7]],
	refResources: [
		...noAddresses.map((address) => ({ items: [material('image', address)] })),
		{ items: [material('document', media('a.png'))] },
		[media('a.png')],
	],
};

interface Wrong {
	/** Values at the top of the editor that are refused one by one. */
	top?: Record<string, unknown[]>;
	/** The same in 'Additional Fields'. */
	additional?: Record<string, unknown[]>;
	/** Parameters that the model cannot do without. */
	missing?: string[];
	/** Labels that this model has in the place of the usual ones. */
	ownLabels?: Record<string, string>;
}

/** Each wrong value on its own, added to parameters that are otherwise valid. */
export function refusals(
	valid: Parameters,
	{ top = {}, additional = {}, missing = [], ownLabels = {} }: Wrong,
): RefusedCase[] {
	const label = (name: string): string => ownLabels[name] ?? labels[name] ?? name;
	const inTop = Object.entries(top).flatMap(([name, values]) =>
		values.map((value) => ({
			why: `${label(name)} ${JSON.stringify(value).slice(0, 80)}`,
			label: label(name),
			parameters: { ...valid, [name]: value },
		})),
	);
	const inAdditional = Object.entries(additional).flatMap(([name, values]) =>
		values.map((value) => ({
			why: `${label(name)} ${JSON.stringify(value)}`,
			label: label(name),
			parameters: {
				...valid,
				additionalFields: { ...(valid.additionalFields as Parameters), [name]: value },
			},
		})),
	);
	const absent = missing.map((name) => ({
		why: `${label(name)} missing`,
		label: label(name),
		parameters: { ...valid, [name]: '' },
	}));
	return [...inTop, ...inAdditional, ...absent];
}

export function pick(names: string[]): Record<string, unknown[]> {
	return Object.fromEntries(names.map((name) => [name, wrongMedia[name] ?? []]));
}
