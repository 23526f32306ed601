import { models } from '../../nodes/AiCreate/models/catalogue';
import { labelFor, parametersLabel } from '../../nodes/AiCreate/models/labels';
import {
	type FieldName,
	fieldNames,
	type FieldRule,
	type Model,
} from '../../nodes/AiCreate/models/catalogue/types';

const heading = ['Model', 'Makes', 'For', 'Required fields', 'Optional fields'];

function limits({ fixed, values, suggestions, fileTypes, ...rule }: FieldRule): string | undefined {
	if (fixed !== undefined) return `always ${fixed}`;
	if (values) return values.join(', ');
	if (suggestions) return `commonly ${suggestions.join(', ')}`;
	if (fileTypes) return fileTypes.join(', ');
	if (rule.max !== undefined) return `${rule.min ?? 1} to ${rule.max}`;
	if (rule.maxLength !== undefined) return `at most ${rule.maxLength} characters`;
	return rule.maxItems === undefined ? undefined : `at most ${rule.maxItems}`;
}

function fieldText(field: FieldName, rule: FieldRule): string {
	const label = labelFor(field, rule);
	const text = limits(rule);
	return text === undefined ? label : `${label}: ${text}`;
}

function fieldTexts({ fields }: Model, requested: (rule: FieldRule) => boolean): string[] {
	return fieldNames.flatMap((field) => {
		const rule = fields[field];
		return rule && requested(rule) ? [fieldText(field, rule)] : [];
	});
}

function isRequired(rule: FieldRule): boolean {
	return rule.required === true || rule.fixed !== undefined;
}

function row(model: Model): string[] {
	const { code, creationType, description, frames, needs, described } = model;
	const required = fieldTexts(model, isRequired);
	if (frames) required.push(`${frames.min} or ${frames.max} images`);
	if (needs) required.push(needs === 'image' ? 'an image' : 'a video');
	const optional = fieldTexts(model, (rule) => !isRequired(rule));
	return [
		`\`${code}\``,
		creationType === 3 ? 'images' : 'videos',
		description,
		required.join('; '),
		[...optional, ...(described ? [] : [parametersLabel.label])].join('; '),
	];
}

function line(cells: string[]): string {
	return `| ${cells.join(' | ')} |`;
}

/** All models with their fields and values as a Markdown table, for people. */
export function modelTable(): string {
	const separator = heading.map(() => '---');
	return [heading, separator, ...models.map(row)].map(line).join('\n');
}
