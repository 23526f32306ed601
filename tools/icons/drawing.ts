const themes = {
	light: {
		ending: '',
		palette: { from: '#6a48f2', to: '#1b78de', voice: '#86f5e0', badge: '#4a2fc9' },
	},
	dark: {
		ending: '.dark',
		palette: { from: '#7e60fb', to: '#2f8cf3', voice: '#a4fcec', badge: '#5334dc' },
	},
} as const;

/** The colors of a theme. */
type Palette = (typeof themes)[keyof typeof themes]['palette'];

/** The name of the icon without a glyph, which the credential has. */
const BASE = 'digitalHuman';

/**
 * What stands in the badge of each node's icon, drawn around 0,0 within 10 units to each side. Filled, or a line of the
 * badge's width where the drawing says so.
 */
const glyphs: Record<string, string> = {
	// A spark: made from a text.
	aiCreate:
		'<path d="M0-11C1.3-3.6 3.6-1.3 11 0C3.6 1.3 1.3 3.6 0 11C-1.3 3.6-3.6 1.3-11 0C-3.6-1.3-1.3-3.6 0-11z" />',
	// Play.
	composeVideo:
		'<path d="M-5-8.4a1.6 1.6 0 0 1 2.4-1.4L9-1.4a1.6 1.6 0 0 1 0 2.8L-2.6 9.8A1.6 1.6 0 0 1-5 8.4z" />',
	// Plus.
	createPerson: line('M0-8V8M-8 0H8'),
	// A check mark: finished.
	getTask: line('M-8 .5L-2.5 6L8-6'),
	// A list.
	library: line('M-8-6.5H8M-8 0H8M-8 6.5H3'),
	// A mouth that speaks.
	lipSync:
		'<path d="M-11-1C-7-7-3-7.5 0-5.5C3-7.5 7-7 11-1C7 8.5-7 8.5-11-1zM-6.5-.8C-3 3.6 3 3.6 6.5-.8C3-2.6-3-2.6-6.5-.8z" fill-rule="evenodd" />',
	// A clock: checks regularly.
	taskPollTrigger: line('M0-9.2A9.2 9.2 0 1 1-.01-9.2zM0-4.5V.5L3.5 3'),
	// A bell: the service rings.
	taskTrigger:
		'<path d="M0-10.5A2 2 0 0 1 2-8.8C5.2-7.9 7-5.2 7-2V2.5L9 5.2A1 1 0 0 1 8.2 6.8H-8.2A1 1 0 0 1-9 5.2L-7 2.5V-2C-7-5.2-5.2-7.9-2-8.8A2 2 0 0 1 0-10.5zM-3 8.2H3A3 3 0 0 1-3 8.2z" />',
	// A globe.
	translateVideo: line(
		'M0-9.2A9.2 9.2 0 1 1-.01-9.2zM-9 0H9M0-9.2C-5.5-4-5.5 4 0 9.2C5.5 4 5.5-4 0-9.2',
		2.2,
	),
	// An arrow up.
	uploadFile: line('M0 8.5V-8M-6.5-1.5L0-8L6.5-1.5'),
};

function line(path: string, width = 3.6): string {
	return `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" />`;
}

/** A presenter in a video frame and the voice as three bars, on a grid of 3 units: crisp at 20 pixels. */
function icon({ from, to, voice, badge }: Palette, glyph?: string): string {
	const gradient = `<linearGradient id="frame" x1="4" y1="2" x2="56" y2="58" gradientUnits="userSpaceOnUse">
			<stop stop-color="${from}" />
			<stop offset="1" stop-color="${to}" />
		</linearGradient>`;
	const presenter = `<g fill="#fff">
		<circle cx="22.5" cy="20.5" r="9.5" />
		<path d="M6 48.5C6 39.9 13.4 34 22.5 34S39 39.9 39 48.5A2.5 2.5 0 0 1 36.5 51h-28A2.5 2.5 0 0 1 6 48.5z" />
	</g>`;
	const bars = `<path d="M40.5 17v7M46.5 12.5v16M52.5 18v5" stroke="${voice}" stroke-width="3.4" stroke-linecap="round" />`;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="0 0 60 60" fill="none">
	<defs>
		${gradient}
	</defs>
	<rect width="60" height="60" rx="15" fill="url(#frame)" />
	${presenter}
	${glyph === undefined ? bars : badgeOf(glyph, badge)}
</svg>
`;
}

/** A disk at the lower right, set off from the presenter by a rim of the frame's color. */
function badgeOf(glyph: string, color: string): string {
	return `<circle cx="42.5" cy="42.5" r="18.5" fill="url(#frame)" />
	<circle cx="42.5" cy="42.5" r="16" fill="#fff" />
	<g transform="translate(42.5 42.5)" fill="${color}" color="${color}">
		${glyph}
	</g>`;
}

/** Every icon of the package by its file name: the one of the credential and one per node, each light and dark. */
export function drawIcons(): Record<string, string> {
	const names = [BASE, ...Object.keys(glyphs)];
	return Object.fromEntries(
		Object.values(themes).flatMap(({ ending, palette }) =>
			names.map((name) => [`${name}${ending}.svg`, icon(palette, glyphs[name])]),
		),
	);
}
