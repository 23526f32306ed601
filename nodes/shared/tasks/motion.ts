import { PAGE_SIZE } from '../service/pages';
import { progressReports } from './aiCreation';
import { listedKind } from './lookUp';
import type { TaskKind } from './task';

/** An image that AI Create animates (service.md 4.4). */
export const motion: TaskKind = listedKind(
	{
		name: 'motion',
		label: 'animated image',
		title: 'Animated Image',
		description: 'An image animated by AI Create',
		resultType: 'video/mp4',
		// Ten status checks a minute (service.md 8).
		shortestIntervalMs: 6_000,
	},
	{
		...progressReports('motion'),
		listedBy: 'listMotions',
		// Its list has no total.
		bare: true,
		inputOf: (page) => ({ query: { page, page_size: PAGE_SIZE } }),
		readBy: 'getMotion',
	},
);
