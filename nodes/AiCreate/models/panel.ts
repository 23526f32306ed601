import { compact, groupBy, map, partition } from 'lodash';
import type {
	IDisplayOptions,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { fileProperties } from '../../shared/fields/fileFields';
import { formatList } from '../../shared/util/text';
import { modelsFor, OTHER_MODEL, otherModel, recommendedModels } from './catalogue';
import { modelChoices, otherModelChoice } from './choice';
import { parametersField } from './freeParameters';
import type { Model } from './model';
import { isMediaField, isSecondary, type MediaField, type ModelField } from './modelField';
import type { CreationType } from './modelRules';
import { fieldNames, serviceFields } from './serviceFields';
import { modelsThatStart, type Start, startFields } from './starts';

/*
 * What the editor shows of the models: the list of models, and for each of them exactly its fields.
 */

type Conditions = NonNullable<IDisplayOptions['show']>;

/**
 * Copies of properties that are shown under further conditions. These are put before the properties' own conditions,
 * because n8n checks them in their order, and shows a property as soon as one of them is about a field with an
 * expression. Where both are about the same field, the property's own condition counts.
 *
 * @param when by the name of a field, its values for which the properties are shown, or a condition such as `unless`
 *   gives
 */
export function withConditions(
	when: Conditions,
	properties: readonly INodeProperties[],
): INodeProperties[] {
	return properties.map((property) => {
		const { displayOptions } = property;
		const show = { ...when, ...displayOptions?.show };
		return { ...property, displayOptions: { ...displayOptions, show } };
	});
}

/**
 * The condition that a field has any value but this one, for `withConditions`. It also holds for a field that is not
 * set.
 *
 * It is needed for fields that may hold their default. When another model is chosen, n8n's editor resets a value that
 * the new model does not offer. To find out whether the property of that value is shown, it leaves out all defaults: a
 * field that holds its default is then not set.
 */
export function unless(value: string): Conditions[string] {
	return [{ _cnd: { not: value } }];
}

/**
 * The condition for the files of a model. 'Generate' alone asks for them: an operation that starts from files has
 * fields of its own.
 */
const whenGenerate: Conditions = { operation: ['generate'] };

/** A property that the editor shows for one model. */
interface ModelProperty {
	property: INodeProperties;
	/** The code of the model. */
	code: string;
}

/**
 * The properties of all models, in the order of fields: first those that any model has for the first field, and so on.
 * So the properties of each model stand in the order of its fields, too.
 *
 * @returns each property once for each model that has it, with the code of that model; as `secondary` those of fields
 *   that few people need, and all others as `main`
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
			const list = isSecondary(field) ? secondary : main;
			for (const property of shownProperties(field)) list.push({ property, code });
		}
	}
	return { main, secondary };
}

/** The properties of a field. Those of files get the condition that the operation is 'Generate'. */
function shownProperties(field: ModelField): INodeProperties[] {
	const when = isMediaField(field) ? whenGenerate : {};
	return withConditions(when, field.properties);
}

/**
 * The properties of all models as n8n needs them: equal ones of several models become one, which is shown for all of
 * these models. Those of the same name stand together, in an order that `withNeutralLast` explains.
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
 * @param equal the same property of each of these models; at least one
 */
function shownForModels(equal: readonly ModelProperty[]): INodeProperties {
	const [{ property }] = equal as [ModelProperty];
	const { displayOptions } = property;
	const show = { ...displayOptions?.show, modelCode: map(equal, 'code') };
	return { ...property, displayOptions: { ...displayOptions, show } };
}

/**
 * Properties of one name, with the neutral ones last. Where an expression chooses the model, n8n shows all properties
 * of a name and takes the last one. So the last one has to be neutral:
 *
 * - of values, one that starts empty, so that no value is sent that nobody has set;
 * - of lists of files, the hidden one, which keeps the list as it was written.
 */
function withNeutralLast(properties: readonly INodeProperties[]): INodeProperties[] {
	const [neutral, others] = partition(properties, ({ default: start, type }) => {
		const startsEmpty = start === '';
		return startsEmpty || type === 'hidden';
	});
	return others.concat(neutral);
}

/**
 * The field for the code of a model that is not in the list.
 *
 * @param knownCodes those of models whose parameters are not documented, which its description names; none for images,
 *   because all of those models make videos
 */
function codeProperty(knownCodes: readonly string[]): INodeProperties {
	const [example = 'modelx-1.0'] = knownCodes;
	const moreAboutCode =
		knownCodes.length > 0
			? `Known codes without documented parameters: ${formatList(knownCodes, 'and')}`
			: 'Its parameters are entered as JSON';
	return {
		displayName: 'Model Code',
		name: 'otherModelCode',
		type: 'string',
		default: '',
		displayOptions: { show: { modelCode: [OTHER_MODEL] } },
		placeholder: `e.g. ${example}`,
		description: `Code of the model, exactly as the service spells it. ${moreAboutCode}.`,
	};
}

/**
 * The dropdown of models.
 *
 * @param options the models, as `modelChoices` gives them
 * @param startingCode the code of the model with which it starts
 */
function modelProperty(options: INodePropertyOptions[], startingCode: string): INodeProperties {
	return {
		displayName: 'Model',
		name: 'modelCode',
		type: 'options',
		options,
		default: startingCode,
		description: 'Determines which fields are shown and which values they accept',
	};
}

/**
 * What 'Generate' shows of the models: the dropdown, then for each model exactly its fields: the prompt first, then
 * files, then what the result looks like, and last what few people need.
 *
 * @param creationType whether the models make images (3) or videos (4)
 */
export function modelPanel(creationType: CreationType): INodeProperties[] {
	// Models that are not described are not listed: the user chooses "Other Model…" and enters their code.
	const [described, undescribed] = partition(modelsFor(creationType), 'described');
	const recommended = recommendedModels[creationType];
	const choices = modelChoices(described, recommended).concat(otherModelChoice);
	// The choice "Other Model…" has a few fields, as a model has.
	const modelsWithFields = described.concat(otherModel(OTHER_MODEL, creationType));
	const { main, secondary } = propertiesOfModels(modelsWithFields);
	const fields = mergeEqual(main).concat(mergeEqual(secondary));
	const [prompts, others] = partition(fields, { name: serviceFields.ref_prompt.name });
	// The fields of a model are shown wherever it is chosen. The dropdown is for 'Generate' alone, because each operation
	// that starts from files has one of its own.
	const [dropdown] = withConditions(whenGenerate, [modelProperty(choices, recommended)]);
	const codeField = codeProperty(map(undescribed, 'code'));
	return compact([dropdown, codeField, ...prompts, parametersField.property, ...others]);
}

/**
 * What an operation that starts from files shows of its own: the fields of its files, or the lists of the models for
 * these, and then the dropdown of the models that can start from them. All other fields of the model are those that
 * `modelPanel` has for videos.
 */
export function startPanel(start: Start): INodeProperties[] {
	const models = modelsThatStart(start);
	const files = start.files.flatMap((file) => fileProperties(file));
	const lists = models.flatMap((model) => startListsOf(model, start));
	const dropdown = modelProperty(modelChoices(models, start.model), start.model);
	const when = { resource: ['video'], operation: [start.operation] };
	return withConditions(when, files.concat(lists, dropdown));
}

/**
 * The properties of the lists of files in which a model takes what an operation starts from. Each list starts with one
 * row: a file of the input. There are none for an operation that has fields of its own for its files.
 */
function startListsOf(model: Model, start: Start): INodeProperties[] {
	// A field for a single file is one of the operation's own.
	const lists = startFields(model, start).filter(({ file }) => file === undefined);
	return lists.flatMap((list) =>
		list.properties.map((property) => ({
			...property,
			default: { items: [startingRow(list)] },
			displayOptions: { show: { modelCode: [model.code] } },
		})),
	);
}

/** The row with which a list of files starts. The editor marks a type that is missing in it as wrong. */
function startingRow({ kind, fileTypes }: MediaField): INodeParameters {
	const source = 'inputFile';
	return kind === 'materials' ? { fileType: fileTypes[0], source } : { source };
}
