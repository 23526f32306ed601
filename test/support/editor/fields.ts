import type { FieldRule } from '../../../demo-service/areas/modelSchema';
import { MODELS } from '../../../demo-service/areas/models';

interface EditorField {
	parameter: string;
	label: string;
	/** The label where a model takes one file only. */
	single?: string;
	/** For files, the field below the choice of where they come from, as it is at first. */
	address?: (rule: FieldRule) => string;
}

/** The fields of service.md 4.3 as the editor is to call them: parameter and label. */
const editorFields: Record<string, EditorField> = {
	ref_prompt: { parameter: 'refPrompt', label: 'Prompt' },
	start_frame: {
		parameter: 'startFrame',
		label: 'First Frame',
		address: () => 'First Frame URL',
	},
	end_frame: {
		parameter: 'endFrame',
		label: 'Last Frame',
		address: () => 'Last Frame URL',
	},
	ref_img_url: {
		parameter: 'refImgUrl',
		label: 'Reference Images',
		single: 'Reference Image',
		address: ({ max }) => (max === 1 ? 'Reference Image URL' : 'Reference Image URLs'),
	},
	ref_resources: { parameter: 'refResources', label: 'Reference Materials' },
	aspect_ratio: { parameter: 'aspectRatio', label: 'Aspect Ratio' },
	clarity: { parameter: 'clarity', label: 'Clarity' },
	resolution_mode: { parameter: 'resolutionMode', label: 'Resolution Mode' },
	quality_mode: { parameter: 'qualityMode', label: 'Quality' },
	video_duration: { parameter: 'videoDuration', label: 'Duration (Seconds)' },
	number_of_images: { parameter: 'numberOfImages', label: 'Number of Images' },
};

/** Values that the editor names in a word of its own. */
const valueNames: Record<string, string> = { std: 'Standard', pro: 'Professional' };

/** What the editor has to show for a model. */
export interface ExpectedModel {
	code: string;
	action: 'Create image' | 'Create video';
	labels: string[];
	required: string[];
	/** Closed lists of values as the editor names them, by parameter. */
	values: Record<string, string[]>;
}

const undescribedCodes = [
	'modelc3.0-video',
	'modelb-2.5-t2v',
	'modelb-2.5-r2v',
	'ext_modela-v3-0-image2video',
	'modelb-2.0-lite-mini',
	'modelb-2.0-pro-mini',
	'modelb-fast-2.0-lite-tk',
	'modelb-fast-2.0-pro-tk',
];

/** The described models, from the tables that the local service goes by, which share nothing with the pack. */
const described = Object.entries(MODELS).map(([code, { creationType, fields }]): ExpectedModel => {
	const shown = Object.entries(fields).filter(([, rule]) => !isFixed(rule));
	const editorField = (name: string): EditorField => {
		const field = editorFields[name];
		if (field === undefined)
			throw new Error(`${code} has the field ${name}, which has no label here`);
		return field;
	};
	return {
		code,
		action: creationType === 3 ? 'Create image' : 'Create video',
		labels: shown.flatMap(([name, rule]) => {
			const { label, single, address } = editorField(name);
			const shownAs = rule.max === 1 && single ? single : label;
			return address ? [shownAs, address(rule)] : [shownAs];
		}),
		required: shown.filter(([, { required }]) => required).map(([name]) => editorField(name).label),
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
});

const undescribed = undescribedCodes.map(
	(code): ExpectedModel => ({
		code,
		action: 'Create video',
		labels: ['Prompt', 'Parameters (JSON)', 'Resolution Mode'],
		required: [],
		values: {},
	}),
);

export const expectedModels = [...described, ...undescribed];

/** A field with one possible value is not asked for. */
function isFixed({ oneOf }: FieldRule): boolean {
	return oneOf?.length === 1;
}
