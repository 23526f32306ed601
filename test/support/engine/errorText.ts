const NOTE = / ?Nothing was (submitted|uploaded) for this item\.$/;

/** The title and the description of an error in one text, without the note that nothing was submitted. */
export function errorText(
	error: { message: string; description?: string | null } | undefined,
): string {
	const description = error?.description?.replace(NOTE, '').replace(/\.$/, '');
	return [error?.message, description].filter(Boolean).join('. ');
}
