/** Addresses that only the own machine or network can reach. */
const PRIVATE_NAME = /^(localhost|.*\.(localhost|local|internal|lan|home\.arpa))$/i;
const PRIVATE_IPV4 =
	/^(0|10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+)+$/;
const PRIVATE_IPV6 = /^\[(::1?|f[cd].*|fe[89ab].*)\]$/i;

/** Whether a service on the internet cannot call this address. */
export function isUnreachable(address: string): boolean {
	const host = hostOf(address);
	if (host === undefined) return true;
	const isPrivate = [PRIVATE_NAME, PRIVATE_IPV4, PRIVATE_IPV6].some((rule) => rule.test(host));
	return isPrivate || !/[.:]/.test(host);
}

/** The host name of an address; undefined when it is none. */
export function hostOf(address: string): string | undefined {
	try {
		return new URL(address).hostname;
	} catch {
		return undefined;
	}
}
