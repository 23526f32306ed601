import type { Size } from '../shared/util/size';

/** What the service reports about the person of a video; what it does not report is left out. */
export interface KnownPerson {
	name?: string;
	/** The figure that is used, of a public person. */
	figureType?: string;
	/** Size of the recording, by which the person keeps its proportions. */
	size?: Size;
	supports4k?: boolean;
}

/** Why a person cannot be used as chosen: a title and what to do about it. */
export interface Misfit {
	title: string;
	advice: string;
}

/** A misfit where the video is to be in 4K and the person is known not to support it. */
export function problemOf4k({ name, supports4k }: KnownPerson): Misfit | undefined {
	if (supports4k !== false) return undefined;
	return {
		title: `'Screen' is 4K, which ${name ?? 'this person'} does not support`,
		advice:
			"Choose a smaller screen, such as 'Portrait (1080 × 1920)', or a person that supports 4K: it is marked in the list of 'Person'.",
	};
}
