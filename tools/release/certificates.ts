/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-imports */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { SecureContext } from 'node:tls';

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Certificates that only those programs accept which are given the authority's; they are valid for a day. */
export interface Certificates {
	/** File with the certificate of the authority. */
	authority: string;
	/** What a server of this host proves itself with. */
	for(host: string): SecureContext;
}

/**
 * Makes an authority of its own, with the openssl command.
 *
 * @param folder is made; keeps keys and certificates
 */
export function makeCertificates(folder: string): Certificates {
	mkdirSync(folder, { recursive: true });
	const file = (name: string): string => join(folder, name);
	const openssl = (...args: string[]): unknown => execFileSync('openssl', args, { stdio: 'pipe' });
	const [authority, authorityKey] = [file('authority.pem'), file('authority.key')];
	const subject = ['-subj', '/CN=Release dry run'];
	openssl(
		'req',
		'-x509',
		...KEY,
		'-days',
		'1',
		...subject,
		'-keyout',
		authorityKey,
		'-out',
		authority,
	);
	const made = new Map<string, SecureContext>();
	const make = (host: string): SecureContext => {
		const [request, key, extensions] = [file('host.csr'), file('host.key'), file('host.ext')];
		writeFileSync(extensions, `subjectAltName=DNS:${host}\n`);
		openssl('req', '-new', ...KEY, '-subj', '/CN=host', '-keyout', key, '-out', request);
		const certificate = file('host.pem');
		const signer = ['-CA', authority, '-CAkey', authorityKey, '-CAcreateserial'];
		const paths = ['-extfile', extensions, '-in', request, '-out', certificate];
		openssl('x509', '-req', '-days', '1', ...signer, ...paths);
		return createSecureContext({ key: readFileSync(key), cert: readFileSync(certificate) });
	};
	return {
		authority,
		for(host) {
			const context = made.get(host) ?? make(host);
			made.set(host, context);
			return context;
		},
	};
}
