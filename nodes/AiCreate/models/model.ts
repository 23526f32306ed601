import { fileListField, frameField } from './mediaFields';
import { type FieldBasics, isMediaField, type MediaField, type ModelField } from './modelField';
import type {
	CreationType,
	FieldRule,
	ModelFieldRules,
	FrameLimits,
	ModelEntry,
} from './modelRules';
import { type FieldName, fieldNames, serviceFields } from './serviceFields';
import { valueField } from './valueFields';

/*
 * A model as the node works with it: its entry in the catalogue, with the fields that follow from the entry.
 */

/** A model: what the catalogue says about it, with its code and its fields. */
export interface Model extends Omit<ModelEntry, 'fields'> {
	code: string;
	creationType: CreationType;
	/** False for a model whose parameters are not documented: they are entered as JSON. */
	described: boolean;
	/** In the order of requests. Of a model that is not described, only those that the editor asks for. */
	fields: readonly ModelField[];
}

/**
 * The fields that follow from the rules of a model, in the order of requests. A field without a rule is not there.
 *
 * @param frames the formats and the size of an image, where the model limits them
 */
export function fieldsByRules(rules: ModelFieldRules, frames?: FrameLimits): ModelField[] {
	const fields: ModelField[] = [];
	for (const name of fieldNames) {
		const rule = rules[name];
		if (rule) fields.push(fieldByRule(name, rule, frames));
	}
	return fields;
}

/**
 * The field that follows from a rule: how the editor asks for it, and how it is read and sent.
 *
 * @param field the service's name of it
 * @param rule what the model says about the field; an empty one limits nothing
 * @param frames the formats and the size of an image, where the model limits them
 */
export function fieldByRule(
	field: FieldName,
	rule: FieldRule,
	frames: FrameLimits | undefined,
): ModelField {
	const { takes, role = 'main' } = rule;
	const basics: FieldBasics = { ...serviceFields[field], field, rule, role, properties: [] };
	// A value that is always the same needs no property in the editor.
	if (takes?.is === 'fixed') return { ...basics, holds: 'fixedValue', value: takes.value };
	switch (basics.kind) {
		case 'frame':
			return frameField(basics, frames);
		case 'images':
		case 'materials':
			return fileListField(basics, frames);
		default:
			return valueField(basics);
	}
}

/** The fields of a model that take files. */
export function mediaFieldsOf({ fields }: Model): MediaField[] {
	return fields.filter(isMediaField);
}

/** What a model says about one of its fields; undefined where the model does not have the field. */
export function ruleFor({ fields }: Model, name: FieldName): FieldRule | undefined {
	return fields.find(({ field }) => field === name)?.rule;
}
