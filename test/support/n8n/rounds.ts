import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { JournalEntry } from '../../../demo-service';
import type { Rest } from '../../../tools/n8n/rest';

/** One status check of all tasks that are awaited. */
export interface Round {
	/** Arrival of the first and the last request, Unix milliseconds. */
	start: number;
	end: number;
	requests: number;
	asked: string[];
}

/** The requests for lists of AI tasks, by rounds: a round asks for every task once. */
export function roundsOf(entries: JournalEntry[]): Round[] {
	const rounds: Round[] = [];
	for (const { time, body } of entries) {
		const { unique_ids: ids } = body as { unique_ids: string[] };
		const round = rounds.at(-1);
		if (round === undefined || ids.some((id) => round.asked.includes(id))) {
			rounds.push({ start: time, end: time, requests: 1, asked: [...ids] });
		} else {
			round.end = time;
			round.requests += 1;
			round.asked.push(...ids);
		}
	}
	return rounds;
}

/** All items that a node output through its first output, over all its runs. */
export async function allItems(rest: Rest, id: string, node: string): Promise<IDataObject[]> {
	const { data } = await rest.get<{ data: string }>(`executions/${id}`);
	const { resultData } = parse(data) as {
		resultData: {
			runData: Record<string, Array<{ data?: { main?: INodeExecutionData[][] } }>>;
		};
	};
	return (resultData.runData[node] ?? []).flatMap(
		(run) => run.data?.main?.[0]?.map(({ json }) => json) ?? [],
	);
}
