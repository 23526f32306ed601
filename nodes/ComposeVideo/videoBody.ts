import type { IDataObject } from 'n8n-workflow';

import type { Size } from '../shared/util/pictureSize';

/*
 * The body of create_video, as far as rules of the node concern it (service.md 4.7).
 */

/** A part of the picture, in pixels from the top left corner of the screen. */
export interface Rectangle extends Size {
	x: number;
	y: number;
}

/** Who is seen, and where on the screen. */
export type PersonInBody = IDataObject &
	Partial<Rectangle> & { figure_type?: string; is_rgba_mode?: boolean; is_remove_bg?: boolean };

/** The body. A body under construction, before all fields are read, may lack any of these fields. */
export interface VideoBody extends IDataObject {
	person: PersonInBody;
	/** In pixels, as all sizes here. */
	screen_width: number;
	screen_height: number;
	/** The file behind the person, and its area. */
	bg?: IDataObject;
	/** The subtitles: their area, style and lines. */
	subtitle_config?: IDataObject & Partial<Rectangle>;
}

/** The resolution_rate of a video in 4K. */
export const IN_4K = 1;

/**
 * The `source` of a person, and the `audio_source` of a voice, that was made on the website of the service. It is not
 * in its lists.
 */
export const FROM_WEBSITE = 1;
