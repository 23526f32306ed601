/** Codes of the service that are no codes of a language elsewhere. */
const OWN_CODES: Readonly<Record<string, string>> = { cn: 'Chinese', multilingual: 'Multilingual' };

/**
 * A language by its English name.
 *
 * @param code as the service reports it, such as "en", "zh-TW" or "multilingual"
 * @returns the code itself where it is not known
 */
export function languageName(code: string): string {
	const known = OWN_CODES[code.toLowerCase()];
	if (known) return known;
	try {
		// Made here, because the first use of Intl takes time, and n8n loads this file as it starts.
		return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) ?? code;
	} catch {
		// Not in the form of a code.
		return code;
	}
}
