import { parsedUrl } from '../util/webAddress';

/** Names and addresses that only the own machine or network can reach. */
const PRIVATE_NAME =
	/^(.*\.)?(localhost|localdomain|local|internal|intranet|private|lan|home|corp|test|invalid|home\.arpa)$/i;
const PRIVATE_IPV4 =
	/^(0|10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|198\.1[89]|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+)+$/;
const PRIVATE_IPV6 = /^(::1?|f[cd].*|fe[89ab].*)$/i;

/** An IPv4 address in the form of IPv6, as a URL writes it: ::ffff:7f00:1 is 127.0.0.1. */
const MAPPED_IPV4 = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/i;

/** Whether a service on the internet cannot call this address. */
export function isUnreachable(address: string): boolean {
	const host = hostNameOf(address);
	if (host === undefined) return true;
	if (host.startsWith('[')) return isPrivateIpv6(host.slice(1, -1));
	const name = host.replace(/\.$/, '');
	return PRIVATE_NAME.test(name) || PRIVATE_IPV4.test(name) || !name.includes('.');
}

function isPrivateIpv6(ip: string): boolean {
	const mapped = MAPPED_IPV4.exec(ip);
	return mapped ? PRIVATE_IPV4.test(ipv4Of(mapped.slice(1))) : PRIVATE_IPV6.test(ip);
}

function ipv4Of(halves: string[]): string {
	return halves
		.map((half) => parseInt(half, 16))
		.flatMap((half) => [half >> 8, half & 255])
		.join('.');
}

/** The host name of an address; undefined when it is none. */
export function hostNameOf(address: string): string | undefined {
	return parsedUrl(address)?.hostname;
}
