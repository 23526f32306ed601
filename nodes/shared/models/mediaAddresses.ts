import { extensionOf, isKnownExtension } from '../files/names';
import { isWebAddress } from '../util/webAddress';

/**
 * The file extension of an address where it tells the format: lower case, without the dot. Anything else is left to
 * the service.
 *
 * @returns undefined without an extension, with one that says nothing, or for what is no address
 */
export function tellingExtension(address: string): string | undefined {
	if (!isWebAddress(address)) return undefined;
	const extension = extensionOf(new URL(address).pathname);
	return isKnownExtension(extension) ? extension : undefined;
}
