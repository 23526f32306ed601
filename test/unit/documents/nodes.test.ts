import { describe, expect, it } from '@jest/globals';

import { read } from '../../../tools/docs/documents';
import { packNodes } from '../../../tools/docs/pack';
import { sharedFields } from '../../../tools/docs/sharedFields';

const text = read('docs/nodes.md');

/** What docs/nodes.md takes over from the code under a name. */
function section(name: string): string {
	const [, found = ''] =
		text.match(new RegExp(`<!-- ${name}: [^>]+-->([^]*?)<!-- /${name} -->`)) ?? [];
	return found;
}

describe('the waiting fields in docs/nodes.md', () => {
	const shared = section('fields of several nodes');

	it('are described once, for all nodes', () => {
		expect([...sharedFields.paths]).toEqual(
			expect.arrayContaining(['completion', 'options.checkEvery', 'options.timeLimit']),
		);
		expect(shared).toMatch(/^\| Completion \| [^|]*Pause Until Finished \(/m);
		expect(shared).toMatch(/^\| Options › Check Every \(Seconds\) \|/m);
	});

	it.each(packNodes.map(({ type }) => type.description))(
		'are only named in the table of $displayName',
		({ name, properties }) => {
			const own = section(`fields of ${name}`);
			expect(own).not.toContain('| Options › Check Every (Seconds) |');
			if (properties.some((field) => field.name === 'completion')) {
				expect(own).toMatch(
					/^\| Completion \| [^|:]+ \| See \[[^\]]+\]\(#fields-of-several-nodes\) \|$/m,
				);
			}
		},
	);

	it('say in which nodes a condition differs', () => {
		expect(shared).toMatch(/On Time Limit.* In Get Task only if _When Not Finished_ is Wait\./);
	});

	it('say which nodes have a choice that others do not have', () => {
		const [row = ''] = shared.match(/^\| Completion \| [^|]*/m) ?? [];
		const named = [...row.matchAll(/Pause Until Finished \(([^)]*)\): /g)].map(
			([, nodes]) => nodes,
		);
		expect(named).toEqual(['Compose Video, Lip Sync', 'Create Person']);
	});

	it('have their choices and their default also where a list gives them other words', () => {
		expect(section('fields of digitalHumanTranslateVideo')).toContain(
			'| Completion | Wait for Result, **Return Task ID** |',
		);
	});
});

describe('the conditions in docs/nodes.md', () => {
	const composeVideo = section('fields of digitalHumanComposeVideo');
	const rowOf = (own: string, label: string) =>
		own.split('\n').find((line) => line.startsWith(`| ${label} |`));

	it.each([
		[composeVideo, 'Subtitles', 'Not if _Background_ is Transparent.'],
		[
			composeVideo,
			'Additional Fields › Subtitle Color',
			'Not if _Subtitles_ is None or _Background_ is Transparent.',
		],
		[
			section('fields of digitalHumanTaskTrigger'),
			'Options › Secret',
			'Only if _Secret in the Address_ is My Own.',
		],
	])('name the fields that hide one, and those of the same collection: %#', (own, label, text) => {
		expect(rowOf(own, label)).toContain(text);
	});

	it('name the operation, or the models, of a field that stands apart from them', () => {
		const maxCost = rowOf(section('fields of digitalHumanAiCreate'), 'Options › Max Cost');
		expect(maxCost).toMatch(/Not if _Operation_ is Animate|Only for `/);
	});

	it('do so for fields of several nodes', () => {
		expect(section('fields of several nodes')).toMatch(
			/Limit Wait Time.* \| Upload File \| .* Not if _Wait Until Usable_ is off\. \|$/m,
		);
	});
});

describe('the file fields in docs/nodes.md', () => {
	it('have one row each, which says where the file may come from', () => {
		const lipSync = section('fields of digitalHumanLipSync');
		expect(lipSync).toMatch(
			/^\| Video \| A \[file\]\(#files\): \*\*From Input File\*\*, By File ID, By URL \|/m,
		);
		expect(lipSync).not.toMatch(/^\| (Video File|Video URL|Input Data Field Name) \|/m);
	});
});

describe('the fields of AI Create in docs/nodes.md', () => {
	const own = section('fields of digitalHumanAiCreate');

	it('say which models have them, or which do not, where that depends on the model', () => {
		expect(own).toMatch(/^\| Last Frame \|.* Only for `[^`]+`, `[^`]+` or `modela2\.5`\. \|$/m);
		expect(own).toMatch(/^\| Aspect Ratio \|.* Not for `modeld-1\.1-i2v`\. \|$/m);
		expect(own.match(/^\| Reference Files \|.* (Only|Not) for `/gm)).toHaveLength(3);
	});

	it('say nothing about it where every model has them', () => {
		expect(own).not.toMatch(/^\| Prompt \|.* for `/m);
	});
});
