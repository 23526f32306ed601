import type { SubmitBody } from './catalogue/types';

/** The media fields whose images count together, in their order of appearance (service.md 4.3). */
export const frameSources = ['start_frame', 'end_frame', 'ref_img_url', 'ref_resources'] as const;

export interface Frame {
	field: (typeof frameSources)[number];
	url: string;
}

type Values = Readonly<Record<string, unknown>>;

function urlsOf(value: unknown): string[] {
	const entries = Array.isArray(value) ? value : [value];
	return entries
		.map((entry: unknown) =>
			typeof entry === 'object' && entry !== null && 'url' in entry ? entry.url : entry,
		)
		.filter((url): url is string => typeof url === 'string');
}

/**
 * All different images of a first- and last-frame request, in order of appearance. An address that
 * appears twice counts once, for the field where it appears first.
 */
export function mergeFrames(values: Values): Frame[] {
	const seen = new Map<string, Frame>();
	for (const field of frameSources) {
		for (const url of urlsOf(values[field])) {
			if (!seen.has(url)) seen.set(url, { field, url });
		}
	}
	return [...seen.values()];
}

/** Whether the only image is the last frame, which leaves nothing to start with. */
export function isEndFrameAlone(values: Values): boolean {
	return (
		urlsOf(values.end_frame).length > 0 &&
		frameSources.every((field) => field === 'end_frame' || urlsOf(values[field]).length === 0)
	);
}

function withoutUrl(value: unknown, url: string): unknown {
	if (!Array.isArray(value)) return value;
	const rest: unknown[] = value.filter((entry: unknown) => urlsOf(entry)[0] !== url);
	return rest.length > 0 ? rest : undefined;
}

/**
 * Says plainly which image comes first. The service takes the images in order of appearance, where
 * end_frame stands before ref_img_url and ref_resources; a last frame together with an image from
 * those would become the first. That image is therefore moved into start_frame. Other requests stay
 * as they are.
 *
 * @param values a body that passed the schema
 */
export function putFirstFrameFirst(values: SubmitBody): SubmitBody {
	if (values.end_frame === undefined || values.start_frame !== undefined) return values;
	const others = mergeFrames({ ...values, end_frame: undefined });
	const first = others.find(({ url }) => url !== values.end_frame) ?? others[0];
	if (first === undefined) return values;
	const { ref_img_url: images, ref_resources: materials, ...rest } = values;
	const left = {
		ref_img_url: withoutUrl(images, first.url),
		ref_resources: withoutUrl(materials, first.url),
	};
	return {
		...rest,
		start_frame: first.url,
		...Object.fromEntries(Object.entries(left).filter(([, value]) => value !== undefined)),
	};
}
