import { parsedUrl } from '../util/webAddress';
import { formatOfName } from './fileNames';
import { type SharePlace, sharePlaces } from './sharePlaces';

/*
 * Addresses that are known to lead to a page that shows a file, and not to the file. They are recognized by the address
 * alone, since the service would take the page for the file, and charge for what it makes of it.
 */

/** Hosts below a place's own name from which it gives out the files themselves, such as `media.giphy.com`. */
const DELIVERING = /^(?:cdn|media|assets?|static|clips-media)[\w-]*\.[\w-]+\./;

/**
 * The place whose share page an address is: its name, and the node of n8n that downloads from it, if there is one.
 * Undefined for an address that may lead to a file, and for what is no address.
 */
export function sharePlaceOf(address: string): SharePlace | undefined {
	const url = parsedUrl(address);
	if (!url) return undefined;
	// A host such as media.example.com also has pages, so the address has to end as a file does, too.
	const hasNameOfMedia = formatOfName(url.pathname)?.media !== undefined;
	if (hasNameOfMedia && DELIVERING.test(url.hostname)) return undefined;
	// The patterns of a place are for an address without its scheme and its fragment.
	const tested = url.hostname.toLowerCase() + url.pathname + url.search;
	// `files` are those of the pages that lead to the file all the same.
	return sharePlaces.find(({ pages, files = [] }) => {
		const isPage = pages.some((page) => page.test(tested));
		const isFile = files.some((page) => page.test(tested));
		return isPage && !isFile;
	});
}
