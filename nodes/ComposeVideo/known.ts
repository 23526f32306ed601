import { label } from '../shared/fields/bodyField';
import type { Size } from '../shared/util/size';
import { isRemoveBg } from './fields/background';
import { isIn4k, removesBackground, type VideoBody } from './rules';

/** What the service reports about the person of a video; what it does not report is left out. */
export interface KnownPerson {
	name?: string;
	/** The figure that is used, of a public person. */
	figureType?: string;
	/** Size of the recording, by which the person keeps its proportions. */
	size?: Size;
	supports4k?: boolean;
	/** Whether the background can be removed, of a custom person. */
	supportsRemoval?: boolean;
}

/** Why a person cannot be used as chosen: a title and what to do about it. */
export interface Misfit {
	title: string;
	advice: string;
}

/** What the body asks of a person that the person is known not to support. */
export function misfitOf(
	{ name = 'this person', supports4k, supportsRemoval }: KnownPerson,
	body: VideoBody,
): Misfit | undefined {
	if (isIn4k(body) && supports4k === false) {
		return {
			title: `'Screen' is 4K, which ${name} does not support`,
			advice:
				"Choose a smaller screen, such as 'Portrait (1080 × 1920)', or a person that supports 4K: it is marked in the list of 'Person'.",
		};
	}
	if (removesBackground(body) && supportsRemoval === false) {
		return {
			title: `${label(isRemoveBg)} is on, which ${name} does not support`,
			advice: `Turn off ${label(isRemoveBg)}, or choose a person that was made with it.`,
		};
	}
	return undefined;
}
