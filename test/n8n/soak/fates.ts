import type { Fate } from '../../../demo-service';
import type { FateQuestion, Rule } from '../../../demo-service/server/tasks';

/** Every ninth task fails. */
const FAILS = 9;

/** Lives of tasks in seconds: short where a node waits, up to a minute and a half where nobody does. */
export const soakFate: Rule<FateQuestion, Fate> = ({ endpoint, body, index }) => {
	if (endpoint === 'create_video') {
		return { seconds: 3 + ((index * 7) % 30), ...(isBad(index) ? { outcome: 51 } : {}) };
	}
	if (endpoint !== 'ai_creation/task/submit') return undefined;
	const loops = JSON.stringify(body).includes('loop');
	const seconds = loops ? (index * 11) % 90 : 1 + (index % 6);
	return { seconds, ...(isBad(index) ? { outcome: 'Fail' } : {}) };
};

function isBad(index: number): boolean {
	return index % FAILS === FAILS - 1;
}
