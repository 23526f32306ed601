/** All that an error tells the user: its title and its description. */
export function told(error: { message: string; description?: string | null } | undefined): string {
	return [error?.message, error?.description].filter(Boolean).join('. ');
}
