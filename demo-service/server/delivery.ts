import { isHttpUrl } from './validation';

/** Whether an address leads to this machine; nothing else is ever called. */
export function isLoopback(url: string): boolean {
	if (!isHttpUrl(url)) return false;
	const { hostname } = new URL(url);
	return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/** The same disorder every time, so that a failing test can be repeated. */
export function shuffle<T>(list: T[]): void {
	let state = 12_345;
	for (let at = list.length - 1; at > 0; at -= 1) {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		const other = state % (at + 1);
		[list[at], list[other]] = [list[other] as T, list[at] as T];
	}
}
