import { pick } from 'lodash';

import { parsedUrl } from '../util/webAddress';
import { extensionOf, fileTypeOf } from './fileNames';
import { type SharePlace, sharePlaces } from './sharePlaces';

/*
 * Addresses that are known to lead to a page that shows a file, and not to the file. They are recognized by the address
 * alone, since the service would take the page for the file, and charge for what it makes of it.
 */

/** Hosts from which places give out the files themselves, below their own names. */
const DELIVERING = /^(?:cdn|media|assets?|static|clips-media)[\w-]*\.[\w-]+\./;

/** The place whose share page an address is; undefined for all that may lead to a file. */
export function sharePlaceOf(address: string): SharePlace | undefined {
	const url = parsedUrl(address);
	if (!url) return undefined;
	const isDelivered = DELIVERING.test(url.hostname) && fileTypeOf(extensionOf(url.pathname));
	if (isDelivered) return undefined;
	// As the rules have it: host, path and query.
	const tested = url.hostname.toLowerCase() + url.pathname + url.search;
	const found = sharePlaces.find(({ pages, files }) => {
		const isPage = pages.some((page) => page.test(tested));
		const isFile = files?.test(tested) === true;
		return isPage && !isFile;
	});
	return found && pick(found, ['name', 'node']);
}
