import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { modelsFor, otherModel } from './catalogue/index';
import { fieldProperties } from './fieldProperties';
import { fieldLabels, parametersLabel } from './labels';
import { isMediaField } from './mediaFields';
import type { CreationType, FieldName, FieldRule, Model } from './catalogue/types';
import { fieldNames } from './catalogue/types';
import { alphabetical } from '../util/alphabetical';

/** The dropdown value with which a code can be typed in. */
export const otherModelCode = 'other';

function defaultModel(creationType: CreationType): string {
	return creationType === 3 ? 'modelf-4.0' : 'modelb-2.0-lite-tk';
}

type Place = 'prompt' | 'required' | 'media' | 'additional';

/** Order of the groups at the top of the editor; the rest goes into 'Additional Fields'. */
const topPlaces = ['prompt', 'required', 'media'] as const;

interface Definition {
	property: INodeProperties;
	codes: string[];
}

function placeOf(field: FieldName, rule: FieldRule): Place {
	if (field === 'ref_prompt') return 'prompt';
	if (rule.required) return 'required';
	return isMediaField(field) ? 'media' : 'additional';
}

/** Whether the field stands in 'Additional Fields' for a model with this rule. */
export function isAdditionalField(field: FieldName, rule: FieldRule): boolean {
	return placeOf(field, rule) === 'additional';
}

/** The editor parameters of one place; models whose parameter is identical share one definition. */
function definitions(models: Model[], place: Place): Definition[] {
	const byContent = new Map<string, Definition>();
	for (const field of fieldNames) {
		for (const { code, fields } of models) {
			const rule = fields[field];
			if (!rule || placeOf(field, rule) !== place) continue;
			for (const property of fieldProperties(field, rule)) {
				const content = JSON.stringify(property);
				const definition = byContent.get(content) ?? { property, codes: [] };
				definition.codes.push(code);
				byContent.set(content, definition);
			}
		}
	}
	return [...byContent.values()];
}

function topLevel(models: Model[], place: Place): INodeProperties[] {
	return definitions(models, place).map(({ property, codes }) => ({
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

function additionalFields(models: Model[]): INodeProperties[] {
	const all = definitions(models, 'additional');
	if (all.length === 0) return [];
	const withAny = new Set(all.flatMap(({ codes }) => codes));
	return [
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
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
		},
	];
}

function parametersProperty(models: Model[]): INodeProperties {
	const codes = models.filter(({ described }) => !described).map(({ code }) => code);
	return {
		displayName: parametersLabel.label,
		name: parametersLabel.name,
		type: 'json',
		default: '{}',
		placeholder: 'e.g. {"video_duration": 5}',
		displayOptions: { show: { modelCode: codes } },
		description: `The parameters of the model by the service's own names, for instance ${fieldNames
			.filter((field) => field !== 'ref_prompt' && field !== 'resolution_mode')
			.join(
				', ',
			)}. '${fieldLabels.ref_prompt.label}' and '${fieldLabels.resolution_mode.label}', where set, take precedence.`,
	};
}

const codeProperty: INodeProperties = {
	displayName: 'Model Code',
	name: 'otherModelCode',
	type: 'string',
	default: '',
	displayOptions: { show: { modelCode: [otherModelCode] } },
	placeholder: 'e.g. modelc3.0-video',
	description: 'The code of the model, exactly as the service knows it',
};

/**
 * The entries of the model dropdown, by code, with an entry for typing another code.
 *
 * @param creationType 3 for images, 4 for videos
 */
export function modelChoices(creationType: CreationType): INodePropertyOptions[] {
	const choices = modelsFor(creationType).map(({ code, label, description }) => ({
		name: `${code} (${label})`,
		value: code,
		description,
	}));
	return [
		...choices.sort((a, b) => alphabetical.compare(a.name, b.name)),
		{
			name: 'Other (Type the Code)',
			value: otherModelCode,
			description: 'A model that is not in this list; its parameters are given as JSON',
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
		description: 'The model decides which of the following fields there are, and their values',
	};
}

/**
 * The model dropdown and, for each model, exactly its fields: the prompt first, then what is
 * required, then media, then one collection for the rest.
 *
 * @param creationType 3 for images, 4 for videos
 */
export function modelFields(creationType: CreationType): INodeProperties[] {
	const models = [...modelsFor(creationType), otherModel(otherModelCode, creationType)];
	const [prompt, ...others] = topPlaces.map((place) => topLevel(models, place));
	return [
		modelProperty(creationType),
		codeProperty,
		...(prompt ?? []),
		parametersProperty(models),
		...others.flat(),
		...additionalFields(models),
	];
}
