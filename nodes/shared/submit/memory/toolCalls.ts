import { randomUUID } from 'crypto';
import { some } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';

import { fingerprint, withoutCallId } from './prints';

/*
 * The calls of a node that is the tool of an AI agent. An agent may call it several times in one execution, also at once, and n8n
 * counts all of these calls as one run or not, depending on the agent. So each call gets a name here, under which is kept what
 * it has submitted.
 *
 * Promise: each try of a call has the same name, and so finds what the try before has submitted. Another call with the same
 * arguments gets the name of one that has ended, and so the task of that one, unless it has failed: the model was told to
 * call again then. Two calls that are under way at once never have the same name.
 *
 * Needs of n8n: that it gives each try of a call the same object of arguments. Without that, a try counts as another call with
 * the same arguments.
 */

/** What the names of all calls begin with. */
const PREFIX = 'submitsOfCall';

/** What the context of a node has of its calls: of each, the submits, and whether their task has failed at the service. */
type SubmitsOfCalls = Partial<Record<string, ReadonlyArray<{ hasFailed: boolean }>>>;

/**
 * Owner: `ExecutionMemory`, which begins and ends each call. Bound and lifetime: an entry lasts as long as n8n has the execution
 * in memory, because both tables hold their keys weakly. It belongs to the process, because n8n hands nothing from one call
 * to the next but the context of the node, which is the same for all calls, and the arguments.
 */
class ToolCalls {
	/** The names of the calls that are under way, by the context of their node. */
	private readonly underWay = new WeakMap<object, Set<string>>();

	/** The name of each call, by the object of its arguments. */
	private readonly names = new WeakMap<object, string>();

	/**
	 * Begins a call, or a further try of one.
	 *
	 * @param items the one input item of the call, whose json is the object of its arguments
	 * @returns the name of the call, which nobody else has until `end`
	 */
	begin(context: SubmitsOfCalls, items: readonly INodeExecutionData[]): string {
		const call = items[0]?.json ?? {};
		const others = this.underWay.get(context) ?? new Set();
		this.underWay.set(context, others);
		const ofArguments = `${PREFIX}${fingerprint(() => items.map((item) => withoutCallId(item).json))}`;
		const names = Object.keys(context).filter(
			(name) => name.startsWith(ofArguments) && !some(context[name], 'hasFailed'),
		);
		const own = this.names.get(call);
		if (own !== undefined) names.unshift(own);
		const name = names.find((one) => !others.has(one)) ?? `${ofArguments} ${randomUUID()}`;
		this.names.set(call, name);
		others.add(name);
		return name;
	}

	/** Ends a try of a call: from now on, another call may get its name. */
	end(context: SubmitsOfCalls, name: string): void {
		this.underWay.get(context)?.delete(name);
	}
}

export const toolCalls = new ToolCalls();
