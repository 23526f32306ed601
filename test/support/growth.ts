/* eslint-disable @n8n/community-nodes/no-restricted-globals */

/**
 * How many times as long some work takes with eight times as much: 8 when its time grows in line with its size, 64 when it
 * grows with the square. Says much the same on a slow or busy machine: only the time of this process counts, and of several
 * measurements the one with the least noise.
 *
 * @param work takes noticeable time for `size`
 */
export function growth(size: number, work: (size: number) => unknown): number {
	const once = (of: number) => {
		const before = process.cpuUsage();
		work(of);
		const { user, system } = process.cpuUsage(before);
		return user + system;
	};
	const best = (of: number) => Math.min(...[1, 2, 3].map(() => once(of)));
	once(size);
	const ratio = () => best(8 * size) / Math.max(1, best(size));
	return Math.min(ratio(), ratio(), ratio());
}

/** Between line and square, with room for garbage collection and compilation. */
export const LINEAR = 40;
