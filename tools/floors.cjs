// Who may import whom, as data for dependency-cruiser: `npm run lint` checks it, `npm run docs` draws it for CONTRIBUTING.md.

/** The floors of nodes/shared: each may use those before it, none looks up to those behind it. */
const floors = [
	'util',
	'service',
	'tasks',
	'files',
	'lookups',
	'fields',
	'models',
	'output',
	'callbacks',
	'run',
];

/** What n8n provides to every installation; nothing else is there when the nodes run. */
const provided = ['n8n-workflow', 'zod', 'lodash', 'luxon', 'crypto'];

const onFloor = (...names) => `^nodes/shared/(${names.join('|')})/`;

const looksUp = floors.slice(0, -1).map((floor, index) => ({
	name: `floor-${floor}`,
	comment: `${floor} stands below ${floors.slice(index + 1).join(', ')}`,
	severity: 'error',
	from: { path: onFloor(floor) },
	to: { path: onFloor(...floors.slice(index + 1)) },
}));

/** Folders that do not use any other. */
const apart = [
	['shared-knows-no-node', '^nodes/shared/', '^nodes/(?!shared/)'],
	['nodes-are-shipped-alone', '^(nodes|credentials)/', '^(tools|demo-service|test)/'],
	['demo-service-judges-alone', '^demo-service/', '^(nodes|credentials|tools|test)/'],
	['support-knows-no-test', '^test/support/', '^test/(unit|engine|fuzz|faults|n8n)/'],
	['kinds-of-tests-stand-apart', '^test/unit/', '^test/(engine|fuzz|faults|n8n)/'],
	['kinds-of-tests-stand-apart', '^test/engine/', '^test/(unit|fuzz|faults|n8n)/'],
	['kinds-of-tests-stand-apart', '^test/fuzz/', '^test/(unit|engine|faults|n8n)/'],
	['kinds-of-tests-stand-apart', '^test/faults/', '^test/(unit|engine|fuzz|n8n)/'],
	['kinds-of-tests-stand-apart', '^test/n8n/', '^test/(unit|engine|fuzz|faults)/'],
	['tools-know-no-test', '^tools/(?!n8n/run.js)', '^test/'],
].map(([name, from, to]) => ({ name, severity: 'error', from: { path: from }, to: { path: to } }));

module.exports = {
	forbidden: [
		...looksUp,
		...apart,
		{
			name: 'nodes-know-no-other-node',
			severity: 'error',
			from: { path: '^nodes/(?!shared/)([^/]+)/' },
			to: { path: '^nodes/(?!shared/)([^/]+)/', pathNot: '^nodes/$1/' },
		},
		{
			name: 'no-circle',
			comment: 'Neither files nor folders go round in a circle',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'only-what-n8n-provides',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: {
				dependencyTypesNot: ['local', 'type-only'],
				pathNot: [
					`^(node_modules/)?(@types/)?(${provided.join('|')})(/|$)`,
					'^nodes/',
					'^credentials/',
				],
			},
		},
		{
			name: 'nothing-unused',
			severity: 'error',
			// n8n, or a command, loads the rest by its name.
			from: {
				orphan: true,
				path: '^(nodes|tools|demo-service)/',
				pathNot: '\\.(json|cjs)$|/describe\\.js$',
			},
			to: {},
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)(dist|\\.data)/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		reporterOptions: {
			mermaid: { minify: false },
			archi: { collapsePattern: '^nodes/(shared/)?[^/]+' },
		},
	},
};
