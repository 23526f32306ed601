/** Access tokens of as many applications of the service, because each may create ten videos a minute. */
export function applications(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `benchmark-token-${index}`);
}
