const NOTE = / ?Nothing was (submitted|uploaded) for this item\.$/;

/** All that an error says is wrong: its title and its description, without the note that nothing was done. */
export function told(error: { message: string; description?: string | null } | undefined): string {
	const description = error?.description?.replace(NOTE, '').replace(/\.$/, '');
	return [error?.message, description].filter(Boolean).join('. ');
}
