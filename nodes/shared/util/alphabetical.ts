/**
 * The order of names in lists: letters and digits, where signs come before both (1:1 before 16:9).
 * Without Intl, whose first use would make n8n start later.
 */
export const alphabetical = {
	compare(a: string, b: string): number {
		const [left, right] = [forOrder(a), forOrder(b)];
		return Number(left > right) - Number(left < right);
	},
};

function forOrder(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
}
