import { groupBy, map, partition, sortBy, uniqBy, without } from 'lodash';
import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { fileField } from '../../shared/fields/fileFields';
import { formatList } from '../../shared/util/text';
import { modelsFor, OTHER_MODEL, otherModel, recommendedModels } from './catalogue';
import { type CreationType, fieldNames, fieldWords, type Model } from './catalogue/types';
import { modelChoices, otherModelChoice } from './choice';
import { fieldsOf, isSecondary, parametersField, type Start, startFields } from './modelFields';

type Conditions = NonNullable<IDisplayOptions['show']>;

/**
 * The same fields, shown under further conditions. These come first: n8n shows a field as soon as
 * one of its conditions is about an expression, and does not check those after it.
 */
export function withConditions(when: Conditions, properties: readonly INodeProperties[]) {
	return properties.map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...when, ...property.displayOptions?.show },
		},
	}));
}

/**
 * A condition on a field that may hold its default. When another model is chosen, n8n's editor
 * resets a value that the model does not offer, but only of fields that it finds shown without the
 * defaults of the node.
 */
export function unless(value: string): Conditions[string] {
	return [{ _cnd: { not: value } }];
}

/** An operation that starts from a file has fields of its own for it. */
const whenGenerate: Conditions = { operation: ['generate'] };

/**
 * The properties of the secondary fields of these models, or of all others; identical ones share one
 * definition. All of a name stand together, so that each model's fields keep their order.
 */
function definitions(models: readonly Model[], secondary: boolean): INodeProperties[] {
	const asked = fieldNames.flatMap((field) =>
		models.flatMap((model) => {
			const one = fieldsOf(model).find((candidate) => candidate.field === field);
			if (!one || isSecondary(one) !== secondary) return [];
			const when = one.fileTypes.length > 0 ? whenGenerate : {};
			return withConditions(when, one.properties).map((property) => {
				return { property, content: JSON.stringify(property), code: model.code };
			});
		}),
	);
	const alike = groupBy(asked, 'content');
	const definitions = uniqBy(asked, 'content').map(({ property, content }) => ({
		...property,
		displayOptions: {
			show: { ...property.displayOptions?.show, modelCode: map(alike[content], 'code') },
		},
	}));
	const byName = Object.values(groupBy(definitions, 'name'));
	// Where an expression chooses the model, n8n shows all of a name, and takes the last one: of a choice, that which sets
	// nothing, so that no value is sent which nobody has set; of a list, what keeps it as it was written.
	return byName.flatMap((alike) =>
		sortBy(alike, ({ default: start, type }) => start === '' || type === 'hidden'),
	);
}

const freeNames = without(fieldNames, 'ref_prompt', 'resolution_mode').join(', ');

const parametersProperty: INodeProperties = {
	...parametersField.property,
	type: 'json',
	default: '{}',
	placeholder: `e.g. ${parametersField.example}`,
	displayOptions: { show: { modelCode: [OTHER_MODEL] } },
	description: `The parameters of the model by the names that the service uses, such as ${freeNames}. 'Prompt' and 'Resolution Mode', if set, take precedence.`,
};

/** @param known the codes of models whose parameters are not documented */
function codeProperty(known: readonly string[]): INodeProperties {
	const codes = formatList(known, 'and');
	return {
		displayName: 'Model Code',
		name: 'otherModelCode',
		type: 'string',
		default: '',
		displayOptions: { show: { modelCode: [OTHER_MODEL] } },
		placeholder: `e.g. ${known[0] ?? 'modelx-1.0'}`,
		description: `Code of the model, exactly as the service spells it.${codes ? ` Known codes without documented parameters: ${codes}.` : ' Its parameters are entered as JSON.'}`,
	};
}

/** The model dropdown. */
function modelProperty(options: INodePropertyOptions[], start: string): INodeProperties {
	return {
		displayName: 'Model',
		name: 'modelCode',
		type: 'options',
		options,
		default: start,
		description: 'Determines which fields are shown and which values they accept',
	};
}

/**
 * The model dropdown and, for each model, exactly its fields: the prompt first, then files, then
 * what the result looks like, and last what few people need.
 */
export function modelPanel(creationType: CreationType): INodeProperties[] {
	const [described, undescribed] = partition(modelsFor(creationType), 'described');
	const recommended = recommendedModels[creationType];
	const models = [...described, otherModel(OTHER_MODEL, creationType)];
	const [prompts, others] = partition(
		[...definitions(models, false), ...definitions(models, true)],
		{ name: fieldWords.ref_prompt[0] },
	);
	return [
		...withConditions(whenGenerate, [
			modelProperty([...modelChoices(described, recommended), otherModelChoice], recommended),
		]),
		codeProperty(map(undescribed, 'code')),
		...prompts,
		parametersProperty,
		...others,
	];
}

/** What an operation that starts from files shows first: these, set to the input's, and models. */
export function startPanel(start: Start): INodeProperties[] {
	const models = modelsFor(4).filter((model) => startFields(model, start).length > 0);
	const lists = models.flatMap((model) =>
		startFields(model, start)
			.flatMap(({ file, properties }) => (file ? [] : properties))
			.map((property) => ({
				...property,
				default: { items: [{ source: 'inputFile' }] },
				displayOptions: { show: { modelCode: [model.code] } },
			})),
	);
	return withConditions({ resource: ['video'], operation: [start.operation] }, [
		...start.files.flatMap((file) => fileField(file)),
		...lists,
		modelProperty(modelChoices(models, start.model), start.model),
	]);
}
