import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { chosenOption, readOptions } from '../../shared/fields/values';
import { present } from '../../shared/run/operation';
import {
	listPublicPersons,
	type Figure,
	type PersonFilter,
	type PublicPerson,
} from '../../shared/service/library';
import { formatValue } from '../../shared/util/text';
import { collectByName, filtersWithName, listOperation, listOptions } from './listOperation';

const itemPer: INodeProperties = {
	displayName: 'One Item Per',
	name: 'itemPer',
	type: 'options',
	options: [
		{
			name: 'Figure',
			value: 'figure',
			description: 'One item per figure, ready for Compose Video',
		},
		{
			name: 'Person',
			value: 'person',
			description: 'One item per person, with a list of their figures',
		},
	],
	default: 'person',
	description: "What each output item represents. 'Limit' counts persons.",
};

const sortBy = {
	displayName: 'Sort By',
	name: 'sort',
	type: 'options',
	options: [
		{ name: 'Most Popular', value: 'hottest', description: 'Most used persons first' },
		{ name: 'Newest', value: 'latest', description: 'Newest persons first' },
	],
	default: 'latest',
	description: 'Order of the persons. If not set, newest first.',
} satisfies INodeProperties;

const tagFilter = {
	displayName: 'Tag Names or IDs',
	name: 'tagIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getPersonTags' },
	default: [],
	description:
		'Only persons that have all of these tags. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} satisfies INodeProperties;

/** Lists the public persons, one item for each or for each of their figures (service.md 4.6). */
export const publicPersons = listOperation(
	'publicPerson',
	{
		only: { plural: 'public persons', description: 'List public persons and their figures' },
		tool: 'Lists public digital persons with their personId and figures, to choose one for a video.',
		before: [itemPer],
		after: [filtersWithName(tagFilter), listOptions(sortBy)],
	},
	async ({ client, read, limit, simple }) => {
		const { tagIds } = readOptions({ tagIds: tagFilter }, read('filters'));
		const { sort } = readOptions({ sort: sortBy }, read('options'));
		const filter = { tagIds: wholeIds(tagIds), sort: sort as PersonFilter['sort'] };
		const perFigure = chosenOption(itemPer, read('itemPer')) === 'figure';
		const readPage = async (number: number) => await listPublicPersons(client, filter, number);
		const persons = await collectByName({ read, limit }, readPage);
		return persons.flatMap((person) => {
			const common = personFields(person, simple);
			const figures = person.figures ?? [];
			if (perFigure) {
				return figures.map((figure) => ({
					...common,
					...figureFields(figure),
					...(simple ? {} : { raw: { ...person.raw, figures: [figure.raw] } }),
				}));
			}
			const { width, height } = person;
			return [
				{
					...common,
					...present({ width, height, figures: figures.map(figureFields) }),
					...(simple ? {} : { raw: person.raw }),
				},
			];
		});
	},
);

/** @throws Error when one of the tag IDs is not a whole number */
function wholeIds(texts: readonly string[] = []): number[] {
	const wrong = texts.find((text) => !/^\d+$/.test(text) || !Number.isSafeInteger(Number(text)));
	if (wrong !== undefined) {
		throw new Error(
			`'Tag Names or IDs' contains '${formatValue(wrong)}', which is not a tag ID. Choose tags from the list, or enter their IDs, which are whole numbers`,
		);
	}
	return texts.map(Number);
}

/** What a person and its figures have in common; simplified, at most ten fields are left. */
function personFields(person: PublicPerson, simple: boolean): IDataObject {
	return present({
		personId: person.id,
		name: person.name,
		gender: person.gender,
		voiceId: person.audio_man_id,
		voiceName: person.audio_name,
		support4k: person.support_4k,
		tagNames: person.tag_names,
		...(simple
			? {}
			: {
					voiceLanguage: person.audio_lang,
					voicePreviewUrl: person.audio_preview,
					// Index-aligned with the names, of which some are empty (service.md 2.6).
					tagIds: person.tag_ids,
				}),
	});
}

function figureFields(figure: Figure): IDataObject {
	return present({
		figureType: figure.type,
		width: figure.width,
		height: figure.height,
		backgroundReplaceable: figure.bg_replace,
		pictureUrl: figure.pic_path,
		coverUrl: figure.cover,
		previewVideoUrl: figure.preview_video_url,
	});
}
