/** The access tokens that the service accepts. */
export class Tokens {
	private readonly all: ReadonlySet<string>;

	/** What all of them begin with: a text without it has none of them, however many there are. */
	private readonly beginning: string;

	constructor(tokens: Iterable<string>) {
		this.all = new Set(tokens);
		const sorted = [...this.all].sort();
		this.beginning = commonBeginning(sorted[0] ?? '', sorted.at(-1) ?? '');
	}

	/** Whether this is one of them. */
	accepts(token: string): boolean {
		return this.all.has(token);
	}

	/** One of them that a text contains, if there is any. */
	foundIn(text: string): string | undefined {
		if (!text.includes(this.beginning)) return undefined;
		for (const token of this.all) {
			if (text.includes(token)) return token;
		}
		return undefined;
	}
}

function commonBeginning(one: string, other: string): string {
	let length = 0;
	while (length < one.length && one[length] === other[length]) length += 1;
	return one.slice(0, length);
}
