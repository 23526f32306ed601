import { describe, expect, it } from '@jest/globals';

import { explanation } from '../../../nodes/shared/util/text';
import { read } from '../../../tools/docs/documents';
import { messagesOf, textsIn, type Text } from '../../../tools/docs/messages';

const LONGEST_TITLE = 90;

/** Errors that never reach the user as they are: something else puts them into words. */
const INNER =
	/^no task ID$|^not the requested ID$|^The execution was stopped$|^No response in time$/;

/** What to do is put in with the rest of the message. */
const PUT_IN = /…'?$|: …\. …$/;

/** Everything whose messages a user may read. */
const folders = ['nodes', 'credentials'];

const titled = (texts: readonly Text[]) =>
	messagesOf(texts).flatMap((message) => {
		const title = message.find(({ role }) => role === 'title');
		if (!title || INNER.test(title.text)) return [];
		const own = explanation(title.text);
		const others = message.filter(({ role }) => role === 'description');
		const description = [own.description, ...others.map(({ text }) => text)].join(' ').trim();
		return [{ at: `${title.file}:${title.line}`, title: own.title, description }];
	});

describe('The messages', () => {
	const messages = titled(folders.flatMap(textsIn));

	it('are found in the code', () => {
		expect(messages.length).toBeGreaterThan(40);
	});

	it('have a short title', () => {
		expect(messages.filter(({ title }) => title.length > LONGEST_TITLE)).toEqual([]);
	});

	it('say what to do', () => {
		expect(
			messages.filter(({ title, description }) => description === '' && !PUT_IN.test(title)),
		).toEqual([]);
	});
});

/** The messages of docs/errors.md as the code has them: labels in quotes, … for what is put in. */
function documented(): string[] {
	const [, section = ''] =
		read('docs/errors.md').match(/## Messages without a code\n([^]*?)\n## /) ?? [];
	return [...section.matchAll(/^\| (.+?) \|/gm)]
		.map(([, title = '']) => title.replace(/ \(a \w+\)$/, '').replace(/_([^_]+)_/g, "'$1'"))
		.filter((title) => title !== 'What happened' && title !== '---');
}

describe('The messages in docs/errors.md', () => {
	const texts = ['nodes', 'credentials'].flatMap(textsIn).map(({ text }) => text);

	it.each(documented())('%s', (title) => {
		const parts = title.split('…').map((part) => part.trim());
		expect(texts.some((text) => parts.every((part) => text.includes(part)))).toBe(true);
	});
});
