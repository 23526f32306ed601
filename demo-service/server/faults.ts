import type { JournalEntry } from './journal';
import type { OddPage, OddRow } from './odd';

/** Something that goes wrong on purpose. All may carry `delayMs`, waited before anything else. */
export type Fault = { delayMs?: number } & (
	| { kind: 'delay' }
	/** An envelope with this code; with HTTP `status` (200) and a Retry-After header on demand. */
	| {
			kind: 'code';
			code: number;
			msg?: string;
			data?: unknown;
			status?: number;
			retryAfter?: string;
			processed?: boolean;
	  }
	/** An envelope with a message and no code (service.md 7). */
	| { kind: 'message'; msg: string; data?: unknown; status?: number; processed?: boolean }
	/** An answer that is no envelope. */
	| {
			kind: 'status';
			status: number;
			body?: string;
			headers?: Record<string, string>;
			processed?: boolean;
	  }
	| { kind: 'html'; status?: number; processed?: boolean }
	| { kind: 'redirect'; location: string; status?: number }
	/** Connection cut: before the request took effect, or after it (task created, answer lost). */
	| { kind: 'resetBefore' }
	| { kind: 'resetAfter' }
	| { kind: 'never'; processed?: boolean }
	| { kind: 'truncated' }
	| { kind: 'empty' }
	| { kind: 'huge'; bytes: number }
	| { kind: 'drip'; everyMs: number; bytes?: number }
	/** Storage only: break the connection after a share (0 to 1) of the bytes of a part or a download. */
	| { kind: 'cut'; at: number }
	/** Sources only: stop sending after a share (0 to 1) of the bytes. */
	| { kind: 'stall'; at: number }
	/** Storage only: take in or give out this much a second. */
	| { kind: 'slow'; bytesPerSecond: number }
	/** Storage only: answer 200 to an upload but forget it. */
	| { kind: 'lose' }
	| { kind: 'nullData' }
	| { kind: 'missingCode' }
	| { kind: 'wrongTypes' }
	/** One odd record in a list: the one at a place (0), or a further one before it. */
	| { kind: 'oddRow'; row: OddRow; at?: number; replace?: boolean }
	| { kind: 'oddPage'; page: OddPage }
	/** The right answer as text, changed: what JSON.stringify cannot write. */
	| { kind: 'text'; change: (right: string) => string }
	/** Any envelope: `change` gets the right one (or undefined) and returns what is sent. */
	| { kind: 'answer'; change: (right: unknown) => unknown }
);

export interface FaultRule {
	method?: string;
	/** Path below /open/v1/ such as `ai_creation/task/submit`; for the storage `part`, `single`, `result`, `source`. */
	operation?: string;
	/** Whole path, or a pattern of it. */
	path?: string | RegExp;
	token?: string;
	when?: (request: JournalEntry) => boolean;
	/** Matching requests that pass unharmed first. */
	skip?: number;
	/** How many requests are hit; default 1. */
	times?: number;
	fault: Fault;
}

interface ActiveRule extends FaultRule {
	left: number;
	toSkip: number;
}

/** Faults that are processed although the answer does not say so: the effect remains. */
const AFTER: ReadonlySet<Fault['kind']> = new Set([
	'resetAfter',
	'truncated',
	'empty',
	'huge',
	'drip',
	'nullData',
	'missingCode',
	'wrongTypes',
	'oddRow',
	'oddPage',
	'answer',
	'text',
]);

export function takesEffect(fault: Fault): boolean {
	return AFTER.has(fault.kind) || ('processed' in fault && fault.processed === true);
}

/** Rules in order of adding; the first one that matches a request and is not used up hits it. */
export class Faults {
	private rules: ActiveRule[] = [];

	/** @returns a function that removes the rule */
	add(rule: FaultRule): () => void {
		const active = { ...rule, left: rule.times ?? 1, toSkip: rule.skip ?? 0 };
		this.rules.push(active);
		return () => {
			this.rules = this.rules.filter((other) => other !== active);
		};
	}

	/** The fault for this request, if any; uses it up. */
	take(request: JournalEntry): Fault | undefined {
		for (const rule of this.rules) {
			if (rule.left <= 0 || !matches(rule, request)) continue;
			if (rule.toSkip > 0) {
				rule.toSkip -= 1;
				continue;
			}
			rule.left -= 1;
			return rule.fault;
		}
		return undefined;
	}

	/** Hits that are still to come. */
	get pending(): number {
		return this.rules.reduce((sum, rule) => sum + Math.max(0, rule.left), 0);
	}

	clear(): void {
		this.rules = [];
	}
}

function matches(rule: FaultRule, request: JournalEntry): boolean {
	if (rule.method !== undefined && rule.method !== request.method) return false;
	if (rule.operation !== undefined && rule.operation !== request.operation) return false;
	if (rule.token !== undefined && rule.token !== request.token) return false;
	if (typeof rule.path === 'string' && rule.path !== request.path) return false;
	if (rule.path instanceof RegExp && !rule.path.test(request.path)) return false;
	return rule.when?.(request) ?? true;
}
