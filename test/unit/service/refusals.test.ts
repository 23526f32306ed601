import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { readResult } from '../../../nodes/shared/service/answer';
import { mayHaveCreated, type Failure } from '../../../nodes/shared/service/failure';
import { taskId } from '../../../nodes/shared/service/schemas';
import { operations, type OperationName } from '../../../nodes/shared/service/endpoints';
import { fuzzing } from '../../support/fuzz';

/**
 * The codes that refuse before any work: those that mean it of every endpoint (7), also where its own list
 * lacks them, and those of the endpoint (4.3 to 4.9).
 */
const REFUSING: Partial<Record<OperationName, number[]>> = {
	submitAiCreation: [400, 10400, 40000, 40001],
	createMotion: [400, 10400, 40000, 40001],
	createPerson: [400, 10400, 40000, 40001, 40002],
	createVideo: [400, 10400, 40000, 40001, 40002, 50011],
	createLipSync: [400, 10400, 40000, 40001],
	createTranslation: [400, 10400, 40000, 40001, 170002, 170003, 170006, 170008, 170009, 170010],
};

const creates = Object.keys(REFUSING) as OperationName[];

function failureOf(operation: OperationName, body: unknown, status = 200): Failure {
	const text = JSON.stringify(body);
	const outcome = readResult(operation, { status, headers: {}, text }, taskId);
	if (!('failure' in outcome)) throw new Error(`${text} counts as a success`);
	return outcome.failure;
}

const isUnclear = (operation: OperationName, body: unknown, status?: number) =>
	mayHaveCreated(failureOf(operation, body, status));

const PERSON_WORDS = [
	'train_type parameter error (allowed voice, figure, both)',
	'application state error',
	'unsupported video format (mp4, webm, mov)',
	'The video format is not supported',
	'video information retrieval failed',
	'video too long (limit 5 minutes)',
	'trainType is wrong',
	'video info cannot be obtained',
	'fetching the info of the video failed',
];

const VIDEO_WORDS = [
	'application state error',
	'missing tts text',
	'TTS text is required',
	'missing audio file',
	'text contains emoji',
	'unsupported image format (png, jpeg, jpg)',
	'screen_width or screen_height invalid',
	'subtitle wider or taller than the screen',
	'subtitle color not #RRGGBB',
	'person is not a webm type so no four-channel video',
	'figure_type needed for the person',
	'background color not #RRGGBB',
	'custom person absent',
	'public person without a correct figure',
	'person height odd',
	'voice id not found',
	'voice audio_man absent',
	'voice not in a successful state',
	'tts: lack of text',
	'tts: need text',
	'subtitles must not exceed the screen',
	'screenWidth must be even',
	'backgroundColor is invalid',
	'background must have a color such as #RRGGBB',
	'fourChannel video not allowed',
	'figure is missing',
	'figureType is missing',
	'person_height must be even',
	'audioMan not found',
	'audio_man absent',
	'no correct voice',
];

/** What says that a fault may pass. */
const PASSING = [
	'timeout',
	'time out',
	'timed out',
	'gateway',
	'unavailable',
	'not available',
	'internal',
	'server',
	'upstream',
	'proxy',
	'connection',
	'network',
	'busy',
	'try again',
	'retry',
	'overload',
];

const NO_REFUSALS = [
	'gateway timeout',
	'Bad Gateway',
	'internal error',
	'success',
	'ok',
	'voice service timed out',
	'voice not available, try again',
	'queue is full',
	'upstream connect error: person service not found',
	'error',
	'unknown',
];

describe('What surely created nothing', () => {
	it('covers every operation that creates', () => {
		const all = Object.entries(operations).filter(([, { effect }]) => effect === 'create');
		expect(all.map(([name]) => name).sort()).toEqual([...creates].sort());
	});

	it.each(creates)(
		'%s: the codes listed for it, as number and as text, with any status',
		(name) => {
			const refusing = REFUSING[name] ?? [];
			const codes = fc.oneof(
				fc.constantFrom(...refusing, 50000, 51000, 50001, 52000, 99999, 120002, -1, 1),
				fc.integer().filter((code) => code !== 0),
			);
			const status = fc.constantFrom(200, 400, 401, 404, 429, 500, 503);
			fc.assert(
				fc.property(codes, fc.boolean(), status, (code, asText, http) => {
					const sent = asText ? String(code) : code;
					expect(isUnclear(name, { code: sent, msg: 'No', data: null }, http)).toBe(
						!refusing.includes(code),
					);
				}),
				fuzzing(100),
			);
		},
	);

	it.each(['40000.5', 'E40000', true, 40000.5, [40000], { code: 40000 }, ''])(
		'not with the code %j',
		(code) => {
			for (const name of creates) {
				expect(isUnclear(name, { code, msg: 'text contains emoji', data: null })).toBe(true);
			}
		},
	);

	it('words without a code, only where they are documented', () => {
		for (const name of creates) {
			const refusing =
				{ createPerson: PERSON_WORDS, createVideo: VIDEO_WORDS }[name as string] ?? [];
			for (const msg of [...PERSON_WORDS, ...VIDEO_WORDS, ...NO_REFUSALS]) {
				const outcome = [name, msg, isUnclear(name, { msg, data: null })];
				if (refusing.includes(msg)) expect(outcome).toEqual([name, msg, false]);
				else if (refusing.length === 0) expect(outcome).toEqual([name, msg, true]);
			}
			for (const msg of NO_REFUSALS) expect(isUnclear(name, { msg })).toBe(true);
		}
	});

	it.each(PASSING)('not documented words together with "%s"', (word) => {
		expect(isUnclear('createVideo', { msg: `person not found (${word})`, data: null })).toBe(true);
	});

	it('not what stands far behind in a long message', () => {
		const far = (count: number) => ({ msg: `${'x '.repeat(count)}text contains emoji` });
		expect(isUnclear('createVideo', far(200))).toBe(false);
		expect(isUnclear('createVideo', far(300))).toBe(true);
	});

	it('not documented words with a server error, an odd code or an ID', () => {
		const msg = 'text contains emoji';
		expect(isUnclear('createVideo', { msg })).toBe(false);
		expect(isUnclear('createVideo', { msg }, 500)).toBe(true);
		expect(isUnclear('createVideo', { msg, code: 'E1' })).toBe(true);
		expect(isUnclear('createVideo', { msg, data: { id: '7301546292480081921' } })).toBe(true);
	});

	it.each([
		[301, false],
		[302, true],
		[303, true],
		[307, false],
		[308, false],
	])('a redirect with HTTP %i: %p', (status, unclear) => {
		expect(isUnclear('createVideo', {}, status)).toBe(unclear);
	});

	it('is nothing for what reads', () => {
		expect(isUnclear('listVideos', { code: 50000 })).toBe(false);
	});
});
