/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { describe, expect, it } from '@jest/globals';

import { packNodes } from '../../tools/docs/pack';
import { virtualTime } from '../support/clock';
import { contextOf } from './lib/context';
import { completed, textFieldsOf } from './lib/textFields';

// Addresses at which nothing answers are tried again.
virtualTime();

const SIZE = 25_000;

/** A text four times as long may take four times as long; the rest is for a busy machine. */
const GROWTH = 4;
const MAX_GROWTH = 10;

/** Less is not measured. */
const FLOOR_MS = 60;

const MAX_MESSAGE = 6_000;

const filled = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length));

const texts: Array<[string, (size: number) => unknown]> = [
	['blanks', filled(' ')],
	['blanks between letters', (size) => `a${' '.repeat(size)}b`],
	['commas', filled(',')],
	['blanks and commas', (size) => `a${' ,'.repeat(size / 2)}b`],
	['lines', filled('\n')],
	['quotes', filled('"')],
	['slashes', filled('/')],
	['dots', filled('.')],
	['brackets', filled('(')],
	['digits', filled('7')],
	['letters', filled('a')],
	['emoji', filled('👩‍👩‍👧')],
	['parts of emoji', filled('\u200d\ufe0f')],
	['an address with blanks', (size) => `http://127.0.0.1:9/${' '.repeat(size)}.mp4`],
	['an address with dots', (size) => `http://127.0.0.1:9/${'.a'.repeat(size / 2)}`],
	['addresses', filled('http://127.0.0.1:9/a.png ')],
	['bad addresses', (size) => Array.from({ length: size / 25 }, (_, at) => `file-number-${at}`)],
	['bad addresses in text', filled('ftp://127.0.0.1/a.png,\n')],
	['JSON', (size) => `[${'[],'.repeat(size / 3)}[]]`],
];

const executed = packNodes.filter(({ type }) => type.execute);

describe.each(executed)(
	'The text fields of $type.description.displayName',
	({ type: { description, execute } }) => {
		const run = async (parameters: ReturnType<typeof completed>) => {
			const start = process.cpuUsage();
			let message = '';
			try {
				await execute?.call(contextOf(description.name, parameters));
			} catch (error) {
				message = (error as Error).message;
			}
			const { user, system } = process.cpuUsage(start);
			return { ms: (user + system) / 1000, message };
		};

		it.each(textFieldsOf(description))(
			'$path takes any length in proportional time',
			async (field) => {
				const slow: string[] = [];
				for (const [what, text] of texts) {
					const timeOf = async (size: number) => {
						const value = field.parametersWith(text(size));
						const { ms, message } = await run(completed(description, value));
						expect(message.length).toBeLessThan(MAX_MESSAGE);
						return ms;
					};
					let growth = Infinity;
					for (let measured = 0; measured < 3 && growth > MAX_GROWTH; measured++) {
						const [once, more] = [await timeOf(SIZE), await timeOf(GROWTH * SIZE)];
						growth = more / Math.max(once, FLOOR_MS);
					}
					if (growth > MAX_GROWTH) slow.push(`${what}: ${Math.round(growth)} times`);
				}
				expect(slow).toEqual([]);
			},
		);
	},
);
