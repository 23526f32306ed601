import { modelTable } from '../../nodes/shared/models/table';

const BEGIN = '<!-- models: written by `npm run docs` -->\n';
const END = '<!-- /models -->';

/** The README with the table of models as the catalogue has it now. */
export function withModelTable(readme: string): string {
	const start = readme.indexOf(BEGIN) + BEGIN.length;
	const end = readme.indexOf(END);
	return `${readme.slice(0, start)}\n${modelTable().trim()}\n\n${readme.slice(end)}`;
}
