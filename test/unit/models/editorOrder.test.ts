import { expect, test } from '@jest/globals';

import { modelsFor } from '../../../nodes/AiCreate/models/catalogue';
import { modelFields } from '../../../nodes/AiCreate/models/editorFields';

/** Each choice of where a file of a model comes from. */
const choices = ([3, 4] as const).flatMap((creationType) =>
	modelsFor(creationType).flatMap(({ code }) => {
		const names = modelFields(creationType)
			.filter(({ displayOptions }) => displayOptions?.show?.modelCode?.includes(code))
			.map(({ name }) => name);
		return names
			.filter((name) => name.endsWith('Source'))
			.map((choice) => ({ code, choice, names }));
	}),
);

test.each(choices)('$code: $choice stands right above what it asks for', ({ choice, names }) => {
	const file = choice.replace(/Source$/, '');
	const from = names.indexOf(choice);
	expect(names.slice(from, from + 4)).toEqual([
		choice,
		`${file}InputField`,
		`${file}FileId`,
		`${file}Url`,
	]);
});
