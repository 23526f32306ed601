/** Whether the value is an http(s) address that can be sent as it is. */
export function isWebAddress(value: unknown): value is string {
	return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}
