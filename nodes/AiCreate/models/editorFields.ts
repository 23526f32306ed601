import groupBy from 'lodash/groupBy';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { alphabetical, joined } from '../../shared/util/text';
import { modelsFor, otherModel } from './catalogue';
import { type CreationType, fieldNames, type Model } from './catalogue/types';
import { fieldProperties } from './fieldProperties';
import { ADDITIONAL_FIELDS, fieldLabels, isAdditionalField, parametersLabel } from './labels';

/** The dropdown value with which a code can be typed in. */
export const otherModelCode = 'other';

function defaultModel(creationType: CreationType): string {
	return creationType === 3 ? 'modelf-4.0' : 'modelb-2.0-lite-tk';
}

interface Definition {
	property: INodeProperties;
	codes: string[];
}

/**
 * The editor parameters of one place; models whose parameter is identical share one definition. All definitions of a
 * name stand together, so that each model's fields keep their order.
 */
function definitions(models: Model[], additional: boolean): Definition[] {
	const byContent = new Map<string, Definition>();
	for (const field of fieldNames) {
		for (const { code, fields, creationType } of models) {
			const rule = fields[field];
			if (!rule || isAdditionalField(field, rule) !== additional) continue;
			for (const property of fieldProperties(field, rule, creationType)) {
				const content = JSON.stringify(property);
				const definition = byContent.get(content) ?? { property, codes: [] };
				definition.codes.push(code);
				byContent.set(content, definition);
			}
		}
	}
	return Object.values(groupBy([...byContent.values()], ({ property }) => property.name)).flat();
}

function topLevel(models: Model[]): INodeProperties[] {
	return definitions(models, false).map(({ property, codes }) => ({
		...property,
		displayOptions: { show: { ...property.displayOptions?.show, modelCode: codes } },
	}));
}

/** By name; where a name has several definitions, the editor takes its start value from the first. */
function byName(a: INodeProperties, b: INodeProperties): number {
	return (
		alphabetical.compare(a.displayName, b.displayName) ||
		Number(b.type === 'options') - Number(a.type === 'options')
	);
}

/** The models of the dropdown, and the one that stands for all others. */
function offeredModels(creationType: CreationType): Model[] {
	const described = modelsFor(creationType).filter((model) => model.described);
	return [...described, otherModel(otherModelCode, creationType)];
}

const parametersProperty: INodeProperties = {
	displayName: parametersLabel.label,
	name: parametersLabel.name,
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"video_duration": 5}',
	displayOptions: { show: { modelCode: [otherModelCode] } },
	description: `The parameters of the model by the names that the service uses, such as ${fieldNames
		.filter((field) => field !== 'ref_prompt' && field !== 'resolution_mode')
		.join(
			', ',
		)}. '${fieldLabels.ref_prompt.label}' and '${fieldLabels.resolution_mode.label}', if set, take precedence.`,
};

function codeProperty(creationType: CreationType): INodeProperties {
	const known = modelsFor(creationType).filter(({ described }) => !described);
	const codes = joined(
		known.map(({ code }) => code),
		'and',
	);
	return {
		displayName: 'Model Code',
		name: 'otherModelCode',
		type: 'string',
		default: '',
		displayOptions: { show: { modelCode: [otherModelCode] } },
		placeholder: `e.g. ${known[0]?.code ?? 'modelx-1.0'}`,
		description: `Code of the model, exactly as the service spells it.${codes ? ` Known codes without documented parameters: ${codes}.` : ' Its parameters are entered as JSON.'}`,
	};
}

/**
 * The entries of the model dropdown by what they are for, with one for typing another code.
 *
 * @param creationType 3 for images, 4 for videos
 */
export function modelChoices(creationType: CreationType): INodePropertyOptions[] {
	const choices = modelsFor(creationType)
		.filter(({ described }) => described)
		.sort((a, b) => alphabetical.compare(a.label, b.label))
		.map(({ code, label, description }) => ({
			name: `${label} · ${code}`,
			value: code,
			description,
		}));
	return [
		...choices,
		{
			name: 'Other Model…',
			value: otherModelCode,
			description: 'Any other model, by its code; its parameters are entered as JSON',
		},
	];
}

function modelProperty(creationType: CreationType): INodeProperties {
	return {
		displayName: 'Model',
		name: 'modelCode',
		type: 'options',
		options: modelChoices(creationType),
		default: defaultModel(creationType),
		description: 'Determines which fields are shown and which values they accept',
	};
}

/**
 * The model dropdown and, for each model, exactly its fields, apart from those in 'Additional Fields': the prompt first,
 * then files, then what the result looks like.
 *
 * @param creationType 3 for images, 4 for videos
 */
export function modelFields(creationType: CreationType): INodeProperties[] {
	const fields = topLevel(offeredModels(creationType));
	const isPrompt = ({ name }: INodeProperties) => name === fieldLabels.ref_prompt.name;
	return [
		modelProperty(creationType),
		codeProperty(creationType),
		...fields.filter(isPrompt),
		parametersProperty,
		...fields.filter((field) => !isPrompt(field)),
	];
}

/**
 * 'Additional Fields': for each model, exactly those of its fields that few people need.
 *
 * @param creationType 3 for images, 4 for videos
 */
export function additionalModelFields(creationType: CreationType): INodeProperties {
	const models = offeredModels(creationType);
	const all = definitions(models, true);
	const withAny = new Set(all.flatMap(({ codes }) => codes));
	return {
		displayName: 'Additional Fields',
		name: ADDITIONAL_FIELDS,
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: { modelCode: models.map(({ code }) => code).filter((code) => withAny.has(code)) },
		},
		options: all
			.map(({ property, codes }) => ({
				...property,
				displayOptions: { show: { '/modelCode': codes } },
			}))
			.sort(byName),
	};
}
