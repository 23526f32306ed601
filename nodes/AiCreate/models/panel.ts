import { compact, groupBy, map, partition, without } from 'lodash';
import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { fileProperties } from '../../shared/fields/fileFields';
import { formatList } from '../../shared/util/text';
import { modelsFor, OTHER_MODEL, otherModel, recommendedModels } from './catalogue';
import { modelChoices, otherModelChoice } from './choice';
import { parametersField } from './freeParameters';
import type { Model } from './model';
import { isMediaField, isSecondary, type ModelField } from './modelField';
import type { CreationType } from './modelRules';
import { fieldNames, serviceFields } from './serviceFields';
import { type Start, startFields } from './starts';

/*
 * What the editor shows of the models: the list of models, and for each of them exactly its fields.
 */

type Conditions = NonNullable<IDisplayOptions['show']>;

/**
 * The same properties, shown under further conditions. These come before the properties' own, because n8n shows a
 * property as soon as one of its conditions is about an expression, and does not check those after it.
 */
export function withConditions(
	when: Conditions,
	properties: readonly INodeProperties[],
): INodeProperties[] {
	return properties.map((property) => {
		const { show, hide } = property.displayOptions ?? {};
		const displayOptions: IDisplayOptions = { show: { ...when, ...show } };
		if (hide) displayOptions.hide = hide;
		return { ...property, displayOptions };
	});
}

/**
 * The condition that a field has any value but this one, for a field that may hold its default. When another model is
 * chosen, n8n's editor resets a value that the model does not offer, but only of properties that it finds shown
 * without the defaults of the node: a field that holds its default is then not set, which fulfills this condition.
 */
export function unless(value: string): Conditions[string] {
	return [{ _cnd: { not: value } }];
}

/** Files are asked for by 'Generate' alone: an operation that starts from files has fields of its own for them. */
const whenGenerate: Conditions = { operation: ['generate'] };

/** A property that the editor shows for one model. */
interface ModelProperty {
	property: INodeProperties;
	/** The code of the model. */
	code: string;
}

/**
 * The properties of all models, field by field: those of a field stand together, so that each model's keep their order.
 */
function propertiesOfModels(
	models: readonly Model[],
): Record<'main' | 'secondary', ModelProperty[]> {
	const main: ModelProperty[] = [];
	const secondary: ModelProperty[] = [];
	for (const name of fieldNames) {
		for (const { fields, code } of models) {
			const field = fields.find((one) => one.field === name);
			// A model does not have every field.
			if (!field) continue;
			// Few people need a secondary field, so it stands behind the others.
			const list = isSecondary(field) ? secondary : main;
			for (const property of shownProperties(field)) list.push({ property, code });
		}
	}
	return { main, secondary };
}

/** The properties of a field, those of files with the condition that the operation is 'Generate'. */
function shownProperties(field: ModelField): INodeProperties[] {
	return withConditions(isMediaField(field) ? whenGenerate : {}, field.properties);
}

/**
 * The properties as n8n has them: equal ones of several models become one, which is shown for all of these models.
 * Those of the same name stand together.
 */
function mergeEqual(properties: readonly ModelProperty[]): INodeProperties[] {
	const groupsOfEqual = groupBy(properties, ({ property }) => JSON.stringify(property));
	const merged = map(groupsOfEqual, shownForModels);
	const groupsOfName = groupBy(merged, 'name');
	return Object.values(groupsOfName).flatMap(withNeutralLast);
}

/**
 * A property that is shown for several models.
 *
 * @param equal the same property of each of them, at least one
 */
function shownForModels(equal: readonly ModelProperty[]): INodeProperties {
	const [{ property }] = equal as [ModelProperty];
	const { displayOptions } = property;
	const show = { ...displayOptions?.show, modelCode: map(equal, 'code') };
	return { ...property, displayOptions: { ...displayOptions, show } };
}

/**
 * Properties of one name, those last that set nothing. Where an expression chooses the model, n8n shows all properties
 * of a name and takes the last one: of a choice, it must be one that sets nothing, so that no value is sent that nobody
 * has set; of a list of files, the hidden one that keeps the list as it was written.
 */
function withNeutralLast(properties: readonly INodeProperties[]): INodeProperties[] {
	const [neutral, others] = partition(properties, ({ default: start, type }) => {
		return start === '' || type === 'hidden';
	});
	return others.concat(neutral);
}

/** Examples of parameters; the two that are left out have fields of their own. */
const freeNames = without(fieldNames, 'ref_prompt', 'resolution_mode').join(', ');

const parametersProperty: INodeProperties = {
	displayName: parametersField.property.displayName,
	name: parametersField.property.name,
	type: 'json',
	default: '{}',
	placeholder: `e.g. ${parametersField.example}`,
	displayOptions: { show: { modelCode: [OTHER_MODEL] } },
	description: `The parameters of the model by the names that the service uses, such as ${freeNames}. 'Prompt' and 'Resolution Mode', if set, take precedence.`,
};

/**
 * The field for the code of a model that is not in the list.
 *
 * @param known the codes of models whose parameters are not documented; none for images, which no such model makes
 */
function codeProperty(known: readonly string[]): INodeProperties {
	const [example = 'modelx-1.0'] = known;
	const which =
		known.length > 0
			? `Known codes without documented parameters: ${formatList(known, 'and')}`
			: 'Its parameters are entered as JSON';
	return {
		displayName: 'Model Code',
		name: 'otherModelCode',
		type: 'string',
		default: '',
		displayOptions: { show: { modelCode: [OTHER_MODEL] } },
		placeholder: `e.g. ${example}`,
		description: `Code of the model, exactly as the service spells it. ${which}.`,
	};
}

/** The dropdown of models. @param start the code with which it starts */
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
 * What 'Generate' shows: the dropdown of models, then for each model exactly its fields: the prompt first, then files,
 * then what the result looks like, and last what few people need.
 */
export function modelPanel(creationType: CreationType): INodeProperties[] {
	// The parameters of the others are not documented: they are only reached as "Other Model…".
	const [described, undescribed] = partition(modelsFor(creationType), 'described');
	const recommended = recommendedModels[creationType];
	const choices = modelChoices(described, recommended).concat(otherModelChoice);
	const modelsWithFields = described.concat(otherModel(OTHER_MODEL, creationType));
	const { main, secondary } = propertiesOfModels(modelsWithFields);
	const fields = mergeEqual(main).concat(mergeEqual(secondary));
	const [prompts, others] = partition(fields, { name: serviceFields.ref_prompt.name });
	// The fields of a model are shown by its code; only the dropdown has to say that it is for Generate.
	const [dropdown] = withConditions(whenGenerate, [modelProperty(choices, recommended)]);
	const codeField = codeProperty(map(undescribed, 'code'));
	return compact([dropdown, codeField, ...prompts, parametersProperty, ...others]);
}

/** What an operation that starts from files shows first: its files, and the models that can start from them. */
export function startPanel(start: Start): INodeProperties[] {
	const models = modelsFor(4).filter((model) => startFields(model, start).length > 0);
	const files = start.files.flatMap((file) => fileProperties(file));
	const lists = models.flatMap((model) => startListsOf(model, start));
	const choice = modelProperty(modelChoices(models, start.model), start.model);
	const when = { resource: ['video'], operation: [start.operation] };
	return withConditions(when, files.concat(lists, choice));
}

/**
 * The lists of files of a model from which an operation starts, each with a file of the input in it; none for an
 * operation that has fields of its own for its files.
 */
function startListsOf(model: Model, start: Start): INodeProperties[] {
	// A field that takes a single file is not a list.
	const lists = startFields(model, start).filter(({ file }) => file === undefined);
	const properties = lists.flatMap((list) => list.properties);
	return properties.map((property) => ({
		...property,
		default: { items: [{ source: 'inputFile' }] },
		displayOptions: { show: { modelCode: [model.code] } },
	}));
}
