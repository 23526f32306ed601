import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { get, isArray, isPlainObject, mapValues, omit, range } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';

import { startService, type JournalEntry } from '../../demo-service';
import { fileInItem } from '../support/engine/binaries';
import { createEngine } from '../support/engine/engine';
import { fuzzing } from '../support/fuzz';
import { packNodes } from '../../tools/docs/pack';
import { knownTo, namesOf, parametersOf } from '../support/engine/randomParameters';

/** Codes of requests that the pack could have known to be wrong. */
const REFUSED = new Set([400, 40000, 50003]);

/**
 * What only the service can know: files, tasks, custom persons and custom voices by their IDs, codes of models, and which
 * public persons are cartoons, of which their records say nothing.
 */
const NOT_STATIC =
	/^(no file at|public person without a correct figure|custom person absent|voice id not found|model: 2 is for cartoon figures only|model_code: is not a known model code|\w+: (no (file|task|video)|nothing found under) )/;

const nodes = packNodes
	.map(({ type }) => type)
	.filter(({ description }) => !description.group.includes('trigger'));

/** What becomes of a value that is written without being read. */
const NO_TEXT = /\[object|undefined|NaN/;

/** What the node has sent: the addresses of the storage are the service's, with signatures that may hold any letters. */
const ofTheNode = (entry: JournalEntry) =>
	entry.side === 'storage' ? omit(entry, 'query') : entry;

/** Nothing is waited for. */
const AT_ONCE: INodeParameters = { completion: 'return', whenNotFinished: 'now' };

/** Runs for one application: fewer than the limits of a minute, which the pack keeps in real time. */
const RUNS_EACH = 5;

/** n8n itself does not begin a run with an empty required field. */
function whatN8nRefuses(error: unknown): undefined {
	if ((error as Error).name !== 'WorkflowHasIssuesError') throw error;
}

/** The same by expressions, which n8n leaves to the node. */
function emptyByExpression(parameters: INodeParameters): INodeParameters {
	return mapValues(parameters, (value) => {
		if (value === '' || value === null) return '={{ "" }}';
		if (isArray(value) && value.length === 0) return '={{ [] }}';
		const isEmptyList = isPlainObject(value) && get(value, 'value') === '';
		return isEmptyList ? { ...(value as INodeParameters), mode: 'id', value: '={{ "" }}' } : value;
	});
}

describe.each(nodes)('Any parameters of $description.displayName', (node) => {
	it('give a request that the service takes, or none', async () => {
		const settings = fuzzing(150);
		const tokens = range(5_000).map((index) => `application-${index}-of-this-test`);
		let started = 0;
		const service = await startService({ tokens, limits: false, speed: 1000, reviewSeconds: 0 });
		service.fate({ seconds: 0 });
		const application = async () => {
			const accessToken = tokens[Math.floor(started++ / RUNS_EACH)] ?? '';
			const engine = await createEngine({ baseUrl: service.url, accessToken }, accessToken);
			return { engine, fill: await knownTo({ ...service, token: accessToken }) };
		};
		let results = 0;
		const property = fc.asyncProperty(parametersOf(node, namesOf), async (random) => {
			const { engine, fill } = await application();
			service.journal.clear();
			const parameters = fill({ ...random, ...AT_ONCE }) as INodeParameters;
			const runWith = async (given: INodeParameters) =>
				await engine.run({
					type: node.description.name,
					parameters: given,
					items: [{ json: {}, binary: { data: fileInItem({ bytes: 900 }).binary } }],
				});
			const begun = await runWith(parameters).catch(whatN8nRefuses);
			const { error, run, json } = begun ?? (await runWith(emptyByExpression(parameters)));
			// n8n asks for no field that the node could do without.
			if (!begun) expect(error).toBeDefined();
			const refused = service.journal
				.entries(({ code = 0, msg = '' }) => REFUSED.has(code) && !NOT_STATIC.test(msg))
				.map(({ endpoint, code, msg, body, query }) => ({ endpoint, code, msg, body, query }));
			expect(refused).toEqual([]);
			expect(service.journal.leaks()).toEqual([]);
			expect(JSON.stringify(service.journal.entries().map(ofTheNode))).not.toMatch(NO_TEXT);
			if (error) {
				const { name } = run.data.resultData.error as Error;
				expect(name).toMatch(/^Node(Operation|Api)Error$/);
				expect(error.message).not.toMatch(NO_TEXT);
			} else {
				results += 1;
				expect(JSON.stringify(json)).not.toMatch(NO_TEXT);
			}
		});
		try {
			await fc.assert(property, settings);
			expect(results).toBeGreaterThan(0);
		} finally {
			await service.close();
		}
	});
});
