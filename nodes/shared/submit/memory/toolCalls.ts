import { randomUUID } from 'crypto';
import { compact, some } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';

import { fingerprint, withoutCallId } from './prints';

/*
 * The calls of a node that is the tool of an AI agent. An agent may call it several times in one execution, also
 * at once, and n8n counts all of these calls as one run or not, depending on the agent. So each call gets a name
 * here, under which is kept what it has submitted.
 *
 * Promise: each try of a call has the same name, and so finds what the try before has submitted. Another call with
 * the same arguments gets the name of one that has ended, and so the task of that one, as long as the context of the
 * node has it: while the task is in progress, or after an error. Where all tasks of a submit have failed, they are
 * not found so, because the model was told to call again then. Two calls that are under way at once never have the
 * same name.
 *
 * Needs of n8n: that it gives each try of a call the same object of arguments. Without that, a try
 * counts as another call with the same arguments.
 */

/** What the names of all calls begin with. */
const PREFIX = 'submitsOfCall';

/**
 * What the context of a node has of each call, by its name: its submits, and whether all tasks of each have failed at
 * the service.
 */
type SubmitsOfCalls = Partial<Record<string, ReadonlyArray<{ hasFailed: boolean }>>>;

/**
 * Names the calls of all tools of this process.
 *
 * Owner: `ExecutionMemory`, which begins and ends each call. Bound and lifetime: an entry lasts as long as n8n has
 * the execution in memory, because both tables hold their keys weakly. It belongs to the process, because n8n hands
 * nothing from one call to the next but the context of the node, which is the same for all calls, and the arguments.
 */
class ToolCalls {
	/** The names of the calls that are under way, by what the context of their node has of calls. */
	private readonly underWay = new WeakMap<SubmitsOfCalls, Set<string>>();

	/** The name of each call, by the object of its arguments. */
	private readonly nameByArguments = new WeakMap<object, string>();

	/**
	 * Begins a call, or a further try of one.
	 *
	 * @param calls what the context of the node has of calls; it stays as it is
	 * @param items the one input item of the call, whose json is the object of its arguments
	 * @returns the name of the call, which nobody else has until `end`
	 */
	begin(calls: SubmitsOfCalls, items: readonly INodeExecutionData[]): string {
		// The object itself, because n8n gives each try of a call the same one, and another call one of its own.
		const callArguments = items[0]?.json ?? {};
		const print = fingerprint(() => items.map((item) => withoutCallId(item).json));
		// The names of all calls with equal arguments begin so.
		const beginning = `${PREFIX}${print}`;
		const nameOfEarlierTry = this.nameByArguments.get(callArguments);
		const namesOfEqualCalls = namesOfUnfailedCalls(calls, beginning);
		// That of an earlier try of this very call comes first, also where its task has failed.
		const candidates = compact([nameOfEarlierTry, ...namesOfEqualCalls]);
		const taken = this.takenNames(calls);
		const name = candidates.find((one) => !taken.has(one)) ?? `${beginning} ${randomUUID()}`;
		this.nameByArguments.set(callArguments, name);
		taken.add(name);
		return name;
	}

	/** The names of the calls of a node that are under way. It is the set itself, to which the caller adds names. */
	private takenNames(calls: SubmitsOfCalls): Set<string> {
		const taken = this.underWay.get(calls) ?? new Set();
		this.underWay.set(calls, taken);
		return taken;
	}

	/** Ends a try of a call: from now on, another call may get its name. */
	end(calls: SubmitsOfCalls, name: string): void {
		this.underWay.get(calls)?.delete(name);
	}
}

/** The names, with a given beginning, of calls of which no submit has failed with all its tasks. */
function namesOfUnfailedCalls(calls: SubmitsOfCalls, beginning: string): string[] {
	const names = Object.keys(calls).filter((name) => name.startsWith(beginning));
	return names.filter((name) => !some(calls[name], 'hasFailed'));
}

/** The names of this process, which all executions share. */
export const toolCalls = new ToolCalls();
