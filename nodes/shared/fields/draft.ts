import type { IDataObject } from 'n8n-workflow';

import type { PendingFile } from './pendingFiles';

/** A request body under construction, and everything that is wrong with it. */
export interface Draft {
	body: IDataObject;
	/** Files that have to be made ready before the request can be sent. */
	files: PendingFile[];
	/** Sentences for the user, each naming a field by its label. */
	violations: string[];
}
