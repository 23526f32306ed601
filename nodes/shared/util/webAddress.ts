import { plainText } from './text';

/*
 * Addresses on the web.
 */

/**
 * What no single address has in it: a line break, a tab, or a second address behind a blank, a sign of lists or an
 * element of HTML. Behind a slash or an equals sign, a second address is part of the first one.
 */
const MORE_THAN_ONE = /\p{Cc}|[\s,;|，；、>](?=https?:\/\/)/iu;

/** A sign that has to be encoded before an address is sent: a blank, or one beyond ASCII. */
const TO_ENCODE = /[^\u0021-\u007e]/;

/**
 * Reads an address. It is not checked with `URL.canParse` before, which wrongly refuses letters such as ü once it has
 * been called often (seen with Node 20.20).
 *
 * @param base the address to which a relative one belongs; without it, a relative one is no address
 * @returns undefined for what is no address
 */
export function parsedUrl(address: string, base?: string): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}

/** A text decoded as part of an address; undefined for one that cannot be decoded, such as `100%`. */
export function percentDecoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/**
 * The http(s) address that is meant by a value, in the form in which it can be sent: blanks and letters beyond ASCII
 * are encoded as a browser does it. One that needs no encoding stays byte for byte, because it may be signed.
 *
 * @returns undefined for anything else than the text of one address
 */
export function toWebAddress(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const text = plainText(value);
	const isOneAddress = /^https?:\/\//i.test(text) && !MORE_THAN_ONE.test(text);
	const url = isOneAddress ? parsedUrl(text) : undefined;
	if (!url) return undefined;
	return TO_ENCODE.test(text) ? url.href : text;
}

/**
 * Names in the query of a callback address, whose values prove that a call comes from the service: `secret` in the
 * address of a trigger, `proof` in that of a paused execution.
 */
export const SECRET = 'secret';
export const PROOF = 'proof';

/** All names whose values open a callback address: the pack's own, and those of n8n for a paused execution. */
export const SECRETS = [SECRET, PROOF, 'signature', 'token'];

/**
 * An address with a value in its query, in the place of those that the query has under this name. The whole query is
 * encoded anew, so an address with a signature may lose its meaning.
 *
 * @param address a valid one; any other throws a TypeError
 */
export function withQuery(address: string, name: string, value: string): string {
	const url = new URL(address);
	url.searchParams.set(name, value);
	return url.href;
}

/**
 * The host of an address, perhaps with its port, for messages; the rest is not shown, because it may hold a signature.
 * What is no address has no host: the message then says "its address".
 */
export function hostOf(address: string): string {
	return parsedUrl(address)?.host ?? 'its address';
}

/**
 * An address with a query in a text or in JSON: to the first blank, quote, bracket, backslash or letter beyond English,
 * and to the sign before a further address.
 */
const WITH_QUERY = /https?:\/\/[^\s"'<>\\?]+\?(?:(?![,;|]https?:)[!#-&(-;=?-[\]-~])+/gi;

/** A way in which storages sign an address, by the names that it adds to the query. */
interface Signing {
	names: RegExp;
	/** The name of the signature. */
	signature: RegExp;
	/** The names that say until when it is valid. */
	end: RegExp;
}

const SIGNINGS: readonly Signing[] = [
	{
		names:
			/^x-(amz|goog|oss|tos)-(algorithm|credential|date|expires|security-token|signature|signature-version|signed-?headers)$|^(expires|signature|policy|key-pair-id|awsaccesskeyid|ossaccesskeyid|googleaccessid|security-token)$/i,
		signature: /signature$/i,
		end: /(expires|policy)$/i,
	},
	// Names of two letters or three, which only count where both of these are among them.
	{
		names: /^(se|sig|sip|ske|skoid|sks|skt|sktid|skv|sp|spr|sr|srt|ss|st|sv)$/,
		signature: /^sig$/,
		end: /^se$/,
	},
	{
		names:
			/^(q-(ak|header-list|key-time|sign-algorithm|sign-time|signature|url-param-list)|x-cos-security-token)$/,
		signature: /^q-signature$/,
		end: /^q-sign-time$/,
	},
];

/**
 * A text whose signed addresses have lost their signatures, which storages make anew each time that somebody asks for
 * the same file: `https://example.com/a.png?Expires=1&Signature=2` becomes `https://example.com/a.png`. An address
 * without a time until which it is valid stays as it is, because what looks like its signature may be what names its
 * file.
 */
export function withoutSignatures(text: string): string {
	return text.replace(WITH_QUERY, unsignedAddress);
}

/** An address without its signature; as it is where it has none, or no time until which it is valid. */
function unsignedAddress(address: string): string {
	const url = parsedUrl(address);
	if (!url) return address;
	const names = Array.from(url.searchParams.keys());
	for (const signing of SIGNINGS) {
		const added = names.filter((name) => signing.names.test(name));
		const hasSignature = added.some((name) => signing.signature.test(name));
		const hasEnd = added.some((name) => signing.end.test(name));
		if (!hasSignature || !hasEnd) continue;
		for (const name of added) url.searchParams.delete(name);
		return url.href;
	}
	return address;
}
