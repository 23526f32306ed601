import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { chosen, compose, CREATE } from '../support/composeVideoCase';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/quickTime';

quickTime();

/** Public persons of the demo service: with one figure, with three, and in 4K. */
const ONE_FIGURE = '6200000000000000001';
const THREE_FIGURES = '6200000000000000002';
const LARGE = '6200000000000000000';

interface Body {
	person: IDataObject;
	audio: { tts: { text: string[] } };
	subtitle_config?: IDataObject;
	hide_subtitle?: boolean;
}

/** Each test is one run with an item per case. */
describe('Compose Video with a choice by an expression', () => {
	const setup = setUp();

	/** What is sent for each item, by its text. */
	const sentFor = async (items: IDataObject[], parameters: INodeParameters) => {
		const { error } = await setup.engine.run(
			compose({ text: '={{ $json.text }}', completion: 'return', ...parameters }, { items }),
		);
		expect(error).toBeUndefined();
		expect(setup.service.journal.accepted(CREATE)).toBe(items.length);
		const bodies = setup.service.journal
			.entries({ operation: CREATE })
			.map(({ body }) => body as Body);
		return (text: unknown) => bodies.find(({ audio }) => audio.tts.text[0] === text);
	};

	it('chooses the figure itself, unless one is chosen', async () => {
		const cases = [
			{ person: ONE_FIGURE, figure: 'auto', screen: 'portrait', sent: 'sit_body' },
			{ person: ONE_FIGURE, figure: '', screen: 'portrait', sent: 'sit_body' },
			{ person: THREE_FIGURES, figure: '', screen: 'landscape', sent: 'sit_body' },
			{ person: THREE_FIGURES, figure: null, screen: 'square', sent: 'whole_body' },
			{ person: THREE_FIGURES, figure: 'circle_view', screen: 'portrait', sent: 'circle_view' },
		].map((one, index) => ({ ...one, text: `${index}` }));
		const sent = await sentFor(cases, {
			personId: chosen('={{ $json.person }}'),
			figureType: chosen('={{ $json.figure }}'),
			screen: '={{ $json.screen }}',
		});
		for (const { text, person, sent: figure } of cases) {
			expect(sent(text)?.person).toMatchObject({ id: person, figure_type: figure });
		}
	});

	it('shows the subtitles, hides them or has none made', async () => {
		const cases = ['show', 'hide', 'none'].map((text) => ({ text }));
		const sent = await sentFor(cases, {
			subtitles: '={{ $json.text }}',
			additionalFields: { subtitleLines: {}, subtitleColor: '={{ "#000000" }}' },
		});
		for (const [choice, show] of [
			['show', true],
			['hide', false],
		]) {
			expect(sent(choice)?.subtitle_config).toMatchObject({ show, x: 31, color: '#000000' });
			expect(sent(choice)?.subtitle_config).not.toHaveProperty('asr_type');
			expect(sent(choice)).not.toHaveProperty('hide_subtitle');
		}
		expect(sent('none')).not.toHaveProperty('subtitle_config');
		expect(sent('none')?.hide_subtitle).toBe(true);
	});

	it('places the subtitles anywhere, also past the edges of the screen', async () => {
		const cases = [
			{ x: -1, y: -300 },
			{ x: 81, y: 1721 },
			{ x: 5000, y: 5000 },
		].map((area, index) => ({ ...area, text: `${index}` }));
		const sent = await sentFor(cases, {
			additionalFields: {
				subtitleX: '={{ $json.x }}',
				subtitleY: '={{ $json.y }}',
				subtitleWidth: 1000,
				subtitleHeight: 200,
			},
		});
		for (const { text, x, y } of cases) {
			const area = { x, y, width: 1000, height: 200 };
			expect(sent(text)?.subtitle_config).toMatchObject(area);
		}
	});

	it('switches the watermark on and off, with a fixed position', async () => {
		const cases = [true, false].map((mark) => ({ text: `${mark}`, mark }));
		const sent = await sentFor(cases, {
			additionalFields: {
				addComplianceWatermark: '={{ $json.mark }}',
				complianceWatermarkPosition: 3,
			},
		});
		for (const { text, mark } of cases) {
			expect(sent(text)).toMatchObject({
				add_compliance_watermark: mark,
				compliance_watermark_position: 3,
			});
		}
	});

	it('sends a position of the watermark alone', async () => {
		const sent = await sentFor([{ text: '0' }], {
			additionalFields: { complianceWatermarkPosition: 2 },
		});
		expect(sent('0')).toMatchObject({ compliance_watermark_position: 2 });
		expect(sent('0')).not.toHaveProperty('add_compliance_watermark');
	});

	it('cuts out a person only where the background can be replaced; a color alone fits all', async () => {
		const cases = [
			{ person: ONE_FIGURE, remove: false },
			{ person: THREE_FIGURES, remove: true },
		].map((one, index) => ({ ...one, text: `${index}` }));
		const sent = await sentFor(cases, {
			personId: chosen('={{ $json.person }}'),
			figureType: chosen('auto'),
			background: 'color',
			bgColor: '#336699',
			additionalFields: { isRemoveBg: '={{ $json.remove }}' },
		});
		for (const { text, remove } of cases) {
			expect(sent(text)).toMatchObject({
				bg_color: '#336699',
				person: { is_remove_bg: remove },
			});
		}
	});

	it('ignores what the editor hides for the choice', async () => {
		const sent = await sentFor([{ text: 'keep' }, { text: 'transparent' }], {
			personId: chosen(LARGE),
			background: '={{ $json.text }}',
			bgColor: '#112233',
			backgroundFileFileId: chosen('1'),
			backgroundFileUrl: 'https://example.com/unused.png',
			figureType: chosen('whole_body'),
			additionalFields: { isRemoveBg: true, backgroundX: 5, subtitleColor: '#000000' },
		});
		for (const body of [sent('keep'), sent('transparent')]) {
			expect(body).toBeDefined();
			expect(body).not.toHaveProperty('bg');
			expect(body).not.toHaveProperty('bg_color');
			expect(body?.person).not.toHaveProperty('is_remove_bg');
		}
		expect(sent('transparent')).not.toHaveProperty('subtitle_config');
		expect(sent('keep')?.subtitle_config).toMatchObject({ color: '#000000' });
	});
});
