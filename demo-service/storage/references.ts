import type { Files, StoredFile } from './files';
import { PURPOSES } from './fileTypes';
import type { Results } from './results';
import { parameterError } from '../server/envelope';
import { extensionOf } from '../server/validation';

/** Checks of what other operations refer to: addresses and file ids. */
export class References {
	constructor(
		private readonly storage: {
			readonly url: string;
			readonly files: Files;
			readonly results: Results;
		},
	) {}

	/**
	 * Checks addresses, as far as they are on this storage.
	 * @param most bytes that an uploaded file may have
	 * @throws Refusal 40000 for a file that does not exist, is not usable or belongs to someone else
	 */
	addresses(token: string, addresses: readonly string[], most = Infinity): void {
		for (const address of addresses) {
			if (!address.startsWith(`${this.storage.url}/`)) continue;
			const path = new URL(address).pathname;
			if (path.startsWith('/source/')) continue;
			if (path.startsWith('/results/')) {
				if (this.storage.results.find(path.replace('/results/', '')) !== undefined) continue;
			}
			const file = this.storage.files.byKey(path.replace('/files/', ''));
			if (file === undefined || file.token !== token) throw parameterError(`no file at ${address}`);
			this.usable(file, address);
			if ((file.received?.bytes ?? 0) > most) {
				throw parameterError(`${address} is larger than ${most} bytes`);
			}
		}
	}

	/**
	 * The usable file with this id.
	 * @param field named in the refusal
	 * @param purposes upload purposes that fit; any when empty
	 * @param extensions file types that fit; those of the purpose when empty
	 */
	file(
		token: string,
		id: string,
		field: string,
		purposes: readonly string[] = Object.keys(PURPOSES),
		extensions: readonly string[] = [],
	): StoredFile {
		const file = this.storage.files.byId(id);
		if (file === undefined || file.token !== token) throw parameterError(`${field}: no file ${id}`);
		this.usable(file, field);
		if (!purposes.includes(file.service)) {
			throw parameterError(
				`${field}: file was uploaded for ${file.service}, not ${purposes.join(' or ')}`,
			);
		}
		if (extensions.length > 0 && !extensions.includes(extensionOf(file.name))) {
			throw parameterError(`${field}: file type must be one of ${extensions.join(', ')}`);
		}
		return file;
	}

	private usable(file: StoredFile, field: string): void {
		const status = this.storage.files.status(file);
		if (status !== 1)
			throw parameterError(`${field}: file ${file.id} is not usable, status ${status}`);
	}
}
