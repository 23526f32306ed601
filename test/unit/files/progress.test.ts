import { expect, it } from '@jest/globals';
import type { Logger } from 'n8n-workflow';

import { Progress } from '../../../nodes/shared/files/storage';

function logged(work: (progress: Progress) => void, total = 100 * 1e6): string[] {
	const lines: string[] = [];
	const logger = { info: (line: string) => void lines.push(line) } as unknown as Logger;
	work(new Progress(logger, 'clip.mp4', total));
	return lines;
}

it('reports every tenth once, whatever the size of the parts', () => {
	const small = logged((progress) => {
		for (let part = 0; part < 100; part++) progress.add(1e6);
	});
	expect(small).toHaveLength(9);
	expect(small[0]).toBe('Upload of clip.mp4: 10 % of 100 MB sent');
	const large = logged((progress) => {
		for (let part = 0; part < 4; part++) progress.add(25 * 1e6);
	});
	expect(large.map((line) => /\d+ %/.exec(line)?.[0])).toEqual(['25 %', '50 %', '75 %']);
});

it('counts from the start again when an upload begins again', () => {
	const lines = logged((progress) => {
		progress.add(60 * 1e6);
		progress.restart('the addresses had expired');
		progress.add(20 * 1e6);
	});
	expect(lines).toEqual([
		'Upload of clip.mp4: 60 % of 100 MB sent',
		'Upload of clip.mp4: Starting again: the addresses had expired',
		'Upload of clip.mp4: 20 % of 100 MB sent',
	]);
});
