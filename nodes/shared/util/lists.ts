/** The entry of a list that has just one; undefined for any other list. */
export function onlyOne<Entry>(list: readonly Entry[]): Entry | undefined {
	return list.length === 1 ? list[0] : undefined;
}
