import { type FieldRule, MODELS } from '../../../demo-service/areas/models';

interface EditorField {
	parameter: string;
	label: string;
}

/** The fields of service.md 4.3 as the editor is to call them: parameter and label. */
const editorFields: Record<string, EditorField> = {
	ref_prompt: { parameter: 'refPrompt', label: 'Prompt' },
	start_frame: { parameter: 'startFrameSource', label: 'First Frame' },
	end_frame: { parameter: 'endFrameSource', label: 'Last Frame' },
	ref_img_url: { parameter: 'referenceImages', label: 'Reference Images' },
	ref_resources: { parameter: 'referenceMaterials', label: 'Reference Materials' },
	aspect_ratio: { parameter: 'aspectRatio', label: 'Aspect Ratio' },
	clarity: { parameter: 'clarity', label: 'Resolution' },
	resolution_mode: { parameter: 'resolutionMode', label: 'Resolution Mode' },
	quality_mode: { parameter: 'qualityMode', label: 'Quality' },
	video_duration: { parameter: 'videoDuration', label: 'Duration (Seconds)' },
	number_of_images: { parameter: 'numberOfImages', label: 'Number of Images' },
};

/** The lists of files, of which a model's usual one is called 'Reference Files'. */
const lists = ['Reference Images', 'Reference Materials'];

/** Models of whose lists of files each stands beside another field. */
const besides: Record<string, string[]> = {
	'modelc3.0-first-last-to-video': lists,
	'modelb-2.5-first-last-to-video': lists,
	'modelb-2.0-lite-tk': ['Reference Images'],
	'modelb-2.0-pro-tk': ['Reference Images'],
	'modela1.6': ['Reference Images'],
	'modeld-1.1-i2v': ['Reference Images'],
};

/** Models that are made for a first frame, for which the editor asks at once. */
const framed = [
	'modelc3.0-first-last-to-video',
	'modelb-2.5-first-last-to-video',
	'ext_modela-v3-0-turbo-image2video',
	'modeld-1.1-i2v',
];

/** Values that the editor names in a word of its own. */
const valueNames: Record<string, string> = {
	std: 'Standard',
	pro: 'Professional',
	native: 'Standard',
};

/** What the editor has to show for a model. */
interface ExpectedModel {
	code: string;
	makes: 'Image' | 'Video';
	labels: string[];
	/** Closed lists of values as the editor names them, by parameter. */
	values: Record<string, string[]>;
}

/** The described models, from the tables of the demo service, which share nothing with the pack. */
export const expectedModels = Object.entries(MODELS).map(
	([code, { creationType, fields }]): ExpectedModel => {
		const shown = Object.entries(fields).filter(([, rule]) => !isFixed(rule));
		const editorField = (name: string): EditorField => {
			const field = editorFields[name];
			if (field === undefined)
				throw new Error(`${code} has the field ${name}, which has no label here`);
			return field;
		};
		return {
			code,
			makes: creationType === 3 ? 'Image' : 'Video',
			labels: [
				...shown.map(([name]) => {
					const { label } = editorField(name);
					const isUsual = lists.includes(label) && !besides[code]?.includes(label);
					return isUsual ? 'Reference Files' : label;
				}),
				...(framed.includes(code) ? ['First Frame Input Data Field Name'] : []),
			],
			values: Object.fromEntries(
				shown.flatMap(([name, { oneOf }]) =>
					oneOf
						? [
								[
									editorField(name).parameter,
									oneOf.map((value) => valueNames[value] ?? String(value)),
								],
							]
						: [],
				),
			),
		};
	},
);

/** A field with one possible value is not asked for. */
function isFixed({ oneOf }: FieldRule): boolean {
	return oneOf?.length === 1;
}
