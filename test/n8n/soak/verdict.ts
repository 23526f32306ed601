import { sum } from 'lodash';

import type { LocalService } from '../../../demo-service';
import { table } from '../../../tools/docs/table';
import type { Collector, Delivered } from './collector';
import type { Started } from './driver';
import type { Growth } from './memory';
import type { Counted, Load } from './workflows';

/** Everything that is known when the load is over. */
export interface Outcome {
	loads: Load[];
	started: Started[];
	collector: Collector;
	service: LocalService;
	unfinished: string[];
	failed: string[];
	growth: Growth;
}

/** The report, and what is wrong; nothing is, if all is well. */
interface Verdict {
	text: string;
	problems: string[];
}

/** Compares what was asked of n8n, what the service counted, and what came out of the workflows. */
export function judge(outcome: Outcome): Verdict {
	const { loads, started, collector, growth, unfinished, failed } = outcome;
	const rows = loads.map(({ name }, index) => {
		const ids = [...(collector.received.get(name)?.values() ?? [])];
		const { starts, items } = started[index] ?? { starts: 0, items: 0 };
		const succeeded = ids.filter(([first]) => first?.state !== 'failed').length;
		return [name, starts, items, ids.length, succeeded, ids.length - succeeded].map(String);
	});
	const counts = counted.map((what) => count(outcome, what));
	const { kept, allowed } = growth;
	const mib = (value: number) => `${value.toFixed(0)} MiB`;
	const text = [
		table(['workflow', 'starts', 'items', 'came out', 'succeeded', 'failed'], rows, 2),
		table(
			['the service', 'asked for', 'accepted', 'came out once', 'most within a minute', 'refused'],
			counts.map(({ row }) => row),
			2,
		),
		table(
			['memory of n8n', 'first third', 'last third', 'allowed', 'peak'],
			[['kept', mib(kept.firstThird), mib(kept.lastThird), mib(allowed), mib(kept.peak)]],
			2,
		),
	].join('\n\n');
	const problems = [
		...counts.flatMap((one) => one.problems),
		...(growth.flat ? [] : ['The memory that n8n keeps has grown']),
		...(unfinished.length > 0 ? [`Executions that did not end: ${unfinished.join(', ')}`] : []),
		...(failed.length > 0 ? [`Executions that failed: ${failed.join(', ')}`] : []),
	];
	return { text, problems };
}

const counted: Counted[] = ['ai_creation/task/submit', 'create_video', 'files'];

const MINUTE_MS = 60_000;

function count({ loads, started, collector, service }: Outcome, what: Counted) {
	const ids = idsAt(service, what);
	const asked = sum(
		loads.map(({ submits }, index) => (submits === what ? (started[index]?.items ?? 0) : 0)),
	);
	const accepted = what === 'files' ? ids.length : service.journal.accepted(what);
	const came = new Map<string, Delivered[]>();
	for (const { name } of loads.filter(({ delivers }) => delivers === what)) {
		for (const [id, times] of collector.received.get(name) ?? []) {
			came.set(id, [...(came.get(id) ?? []), ...times]);
		}
	}
	const once = ids.filter((id) => came.get(id)?.length === 1).length;
	const missing = ids.filter((id) => !came.has(id));
	const repeated = ids.filter((id) => (came.get(id)?.length ?? 0) > 1);
	const unknown = [...came.keys()].filter((id) => !ids.includes(id));
	const endpoint = what === 'files' ? 'common/create_upload_url' : what;
	const most = service.journal.mostWithin(MINUTE_MS, { endpoint, code: 0 });
	const refused = service.journal.count({ endpoint, code: 40001 });
	const problems = [
		...(asked === accepted ? [] : [`${what}: ${asked} asked for, but ${accepted} accepted`]),
		...(missing.length > 0 ? [`${what}: never came out: ${missing.join(', ')}`] : []),
		...(repeated.length > 0 ? [`${what}: came out more than once: ${repeated.join(', ')}`] : []),
		...(unknown.length > 0 ? [`${what}: unknown to the service: ${unknown.join(', ')}`] : []),
	];
	return { row: [what, ...[asked, accepted, once, most, refused].map(String)], problems };
}

/** Tasks that the service has finished, or files that it has whole. */
function idsAt(service: LocalService, what: Counted): string[] {
	if (what === 'files') {
		const whole = service.storage.files.all().filter(({ received }) => received !== undefined);
		return whole.map(({ id }) => id);
	}
	return service
		.tasks()
		.filter((task) => task.endpoint === what)
		.map(({ id }) => id);
}
