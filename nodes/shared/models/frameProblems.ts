import { frameSources, isEndFrameAlone, mergeFrames } from './frames';
import type { Frame } from './frames';
import { fieldLabels } from './labels';
import { tellingExtension } from './mediaAddresses';
import { MEBIBYTE } from './catalogue/sharedRules';
import type { FieldName, Model } from './catalogue/types';
import { joined, shown } from '../util/text';

interface FrameProblem {
	field: FieldName;
	message: string;
}

function quoted(field: FieldName): string {
	return `'${fieldLabels[field].label}'`;
}

const otherSources = `an image in ${quoted('ref_img_url')} or ${quoted('ref_resources')}`;

const endFrameAlone: FrameProblem = {
	field: 'end_frame',
	message: `${quoted('end_frame')} cannot be used alone: also set ${quoted('start_frame')}, or ${otherSources}`,
};

function countProblems(frames: Frame[], max: number): FrameProblem[] {
	const tooMany = frames[max];
	if (frames.length === 0) {
		return [
			{ field: 'start_frame', message: `${quoted('start_frame')} is required, or ${otherSources}` },
		];
	}
	if (!tooMany) return [];
	const places = joined(frameSources.map(quoted), 'and');
	return [
		{
			field: tooMany.field,
			message: `${places} must hold at most ${max} different images together, but hold ${frames.length}`,
		},
	];
}

function formatProblems(frames: Frame[], extensions: readonly string[]): FrameProblem[] {
	return frames.flatMap(({ field, url }) => {
		const extension = tellingExtension(url);
		if (extension === undefined || extensions.includes(extension)) return [];
		return [
			{
				field,
				message: `${quoted(field)} must be an image of type ${joined(extensions)}, but is ${shown(url)}`,
			},
		];
	});
}

/**
 * What is wrong with the size of the images of a first- and last-frame request.
 *
 * @param bytesOf the size of the file at an address, where it is known
 */
export function frameSizeProblems(
	{ frames: rule }: Model,
	values: Readonly<Record<string, unknown>>,
	bytesOf: (url: string) => number | undefined,
): FrameProblem[] {
	const maxBytes = rule?.maxBytes;
	if (maxBytes === undefined) return [];
	return mergeFrames(values).flatMap(({ field, url }) => {
		const bytes = bytesOf(url) ?? 0;
		if (bytes <= maxBytes) return [];
		const message = `${quoted(field)} must be an image of at most ${megabytes(maxBytes)}, but ${shown(url)} has ${megabytes(bytes)}`;
		return [{ field, message }];
	});
}

/** Rounded up, so that what is too large does not look as if it were allowed. */
function megabytes(bytes: number): string {
	return `${Math.ceil((bytes / MEBIBYTE) * 10) / 10} MB`;
}

/**
 * What is wrong with the images of a first- and last-frame request taken together (service.md
 * 4.3); nothing for other models.
 *
 * @param values field values, valid or not
 */
export function frameProblems(
	model: Model,
	values: Readonly<Record<string, unknown>>,
): FrameProblem[] {
	if (!model.frames) return [];
	const { max, extensions } = model.frames;
	const frames = mergeFrames(values);
	return [
		...(isEndFrameAlone(values) ? [endFrameAlone] : countProblems(frames, max)),
		...(extensions ? formatProblems(frames, extensions) : []),
	];
}
