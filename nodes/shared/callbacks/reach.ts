/** Addresses that only the own machine or network can reach. */
const PRIVATE_HOST =
	/^(localhost|.*\.(localhost|local|internal|lan|home\.arpa)|0\.0\.0\.0|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\..*|\[(::1?|f[cd].*|fe[89ab].*)\])$/i;

/** Whether a service on the internet cannot call this address. */
export function isUnreachable(address: string): boolean {
	const host = hostOf(address);
	if (host === undefined) return true;
	return PRIVATE_HOST.test(host) || !/[.:]/.test(host);
}

function hostOf(address: string): string | undefined {
	try {
		return new URL(address).hostname;
	} catch {
		return undefined;
	}
}
