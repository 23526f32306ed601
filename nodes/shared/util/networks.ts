import { parsedUrl } from './webAddress';

/*
 * Which addresses only the own machine or network can reach, and no service on the internet.
 */

/**
 * Whether a service cannot reach an address, because only the own machine or network can. A service that runs there
 * itself is taken to reach every address.
 *
 * @param address of what the service would call or load. What is no address is out of reach, too
 * @param serviceUrl an address of the service
 */
export function isOutOfReach(address: string, serviceUrl: string): boolean {
	const isServiceOnInternet = !isInOwnNetwork(serviceUrl);
	return isServiceOnInternet && isInOwnNetwork(address);
}

/** Names of hosts that only the own machine or network can reach: "localhost", "n8n.local". */
const PRIVATE_NAME =
	/^(.*\.)?(localhost|localdomain|local|internal|intranet|private|lan|home|corp|test|invalid|home\.arpa|fritz\.box|ts\.net)$/i;

/** Beginnings of the IPv4 addresses that only the own machine or network can reach. */
const PRIVATE_IPV4_BEGINNINGS = [
	// The own machine: 0.0.0.0 and 127.0.0.1.
	/0|127/,
	// Private networks: 10.0.0.5, 172.16.0.1 to 172.31.255.254, and 192.168.1.5.
	/10|172\.(1[6-9]|2\d|3[01])|192\.168/,
	// Addresses that a machine gives itself: 169.254.1.1.
	/169\.254/,
	// Networks of providers behind their own address: 100.64.0.1 to 100.127.255.254.
	/100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])/,
	// Networks for measurements: 198.18.0.1 and 198.19.0.1.
	/198\.1[89]/,
].map(({ source }) => source);

/** A whole IPv4 address with such a beginning: the rest is dots and numbers, and not a name as in "10.example.com". */
const PRIVATE_IPV4 = new RegExp(`^(${PRIVATE_IPV4_BEGINNINGS.join('|')})(\\.\\d+)+$`);

/**
 * Addresses of IPv6 that only the own machine or network can reach: [::], [::1], [fc00::1], [fd00::1] and [fe80::1].
 * Also those in which one of IPv4 is written, [::ffff:10.0.0.1], because no server on the internet is named so.
 */
const PRIVATE_IPV6 = /^\[(::1?\]|::ffff:|f[cd]|fe[89ab])/i;

/**
 * Whether the host of an address is only known in the own machine or network. It may be a name, an IPv4 address, or an
 * IPv6 address in brackets. What is no address counts as such a one.
 */
function isInOwnNetwork(address: string): boolean {
	// Where the text is no address, this is empty, and then counts as a bare name below.
	const { hostname = '' } = parsedUrl(address) ?? {};
	// A dot at the end, as in "example.com.", changes nothing.
	const host = hostname.replace(/\.$/, '');
	if (host.startsWith('[')) return PRIVATE_IPV6.test(host);
	// A name without a dot, such as "n8n", is only known in the own network.
	const isBareName = !host.includes('.');
	return isBareName || PRIVATE_NAME.test(host) || PRIVATE_IPV4.test(host);
}
