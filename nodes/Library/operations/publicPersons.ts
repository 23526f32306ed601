import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { simplifyOption } from '../../shared/fields/completion';
import { chosenOption, optionValue } from '../../shared/fields/options';
import { present } from '../../shared/run/operation';
import {
	listPublicPersons,
	type Figure,
	type PersonFilter,
	type PublicPerson,
} from '../../shared/service/library';
import { shown } from '../../shared/util/text';
import { collectByName, filtersWithName, listOperation, onlyGetMany } from './listOperation';

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

const sortBy: INodeProperties = {
	displayName: 'Sort By',
	name: 'sort',
	type: 'options',
	options: [
		{ name: 'Most Popular', value: 'hottest', description: 'Most used persons first' },
		{ name: 'Newest', value: 'latest', description: 'Newest persons first' },
	],
	default: 'latest',
	description: 'Order of the persons. If not set, newest first.',
};

const tagFilter: INodeProperties = {
	displayName: 'Tag Names or IDs',
	name: 'tagIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getPersonTags' },
	default: [],
	description:
		'Only persons that have all of these tags. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The operations on public persons. */
export const personOperation = onlyGetMany(
	'publicPerson',
	'public persons',
	'List public persons and their figures',
);

/** Lists the public persons, one item for each or for each of their figures (service.md 4.6). */
export const publicPersons = listOperation(
	'publicPerson',
	{
		tool: 'Lists public digital persons with their personId and figures, to choose one for a video.',
		before: [itemPer],
		after: [
			filtersWithName(tagFilter),
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [simplifyOption, sortBy],
			},
		],
	},
	async ({ client, read, limit, simple }) => {
		const { tagIds } = read<{ tagIds?: unknown }>('filters', {});
		const { sort } = read<{ sort?: unknown }>('options', {});
		const filter: PersonFilter = {
			tagIds: tagIdsOf(tagIds),
			sort: optionValue(sortBy, sort),
		};
		const perFigure = chosenOption(itemPer, read<unknown>('itemPer', 'person')) === 'figure';
		const persons = await collectByName(
			{ read, limit },
			async (number) => await listPublicPersons(client, filter, number),
		);
		return persons.flatMap((person) =>
			perFigure ? figureItems(person, simple) : [personItem(person, simple)],
		);
	},
);

/**
 * Reads tag IDs as the editor or an expression returns them.
 *
 * @throws Error when one is not a whole number
 */
function tagIdsOf(value: unknown): number[] {
	const texts = optionValue<string[]>(tagFilter, value) ?? [];
	const wrong = texts.find((text) => !/^\d+$/.test(text) || !Number.isSafeInteger(Number(text)));
	if (wrong !== undefined) {
		throw new Error(
			`'Tag Names or IDs' contains '${shown(wrong)}', which is not a tag ID. Choose tags from the list, or enter their IDs, which are whole numbers`,
		);
	}
	return texts.map(Number);
}

/** What a person and each of its figures have in common. */
function personFields(person: PublicPerson, simple: boolean): IDataObject {
	return present({
		personId: person.id,
		name: person.name,
		gender: person.gender,
		voiceId: person.audio_man_id,
		voiceName: person.audio_name,
		support4k: person.support_4k,
		tagNames: person.tag_names,
		...(simple ? {} : lesserFields(person)),
	});
}

/** Left out when simplified: no more than ten fields are left then. */
function lesserFields(person: PublicPerson): Record<string, unknown> {
	return {
		voiceLanguage: person.audio_lang,
		voicePreviewUrl: person.audio_preview,
		// Index-aligned with the names, of which some are empty (service.md 2.6).
		tagIds: person.tag_ids,
	};
}

function personItem(person: PublicPerson, simple: boolean): IDataObject {
	return {
		...personFields(person, simple),
		...present({
			width: person.width,
			height: person.height,
			figures: (person.figures ?? []).map(figureFields),
		}),
		...(simple ? {} : { raw: person.raw }),
	};
}

function figureItems(person: PublicPerson, simple: boolean): IDataObject[] {
	return (person.figures ?? []).map((figure) => ({
		...personFields(person, simple),
		...figureFields(figure),
		...(simple ? {} : { raw: { ...person.raw, figures: [figure.raw] } }),
	}));
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
