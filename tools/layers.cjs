// Who may import whom, as data for dependency-cruiser: `npm run lint` checks it.

/**
 * The layers of nodes/shared from the bottom up: a module may use those of the layers below its own. The lowest knows nothing
 * of the service; above it stand n8n and the service, then what a node works on, and at the top the run of a node.
 */
const layers = [
	['util'],
	['n8n'],
	['api'],
	['model'],
	['tasks', 'files'],
	['speech'],
	['fields'],
	['output'],
	['pickers'],
	['callbacks'],
	['completion'],
	['submit'],
];

/** What n8n provides to every installation; nothing else is there when the nodes run. */
const provided = ['n8n-workflow', 'zod', 'lodash', 'luxon', 'crypto'];

const inModules = (modules) => `^nodes/shared/(${modules.join('|')})/`;

const upwards = layers.flatMap((modules, layer) =>
	modules.map((module) => {
		const beside = modules.filter((one) => one !== module);
		const others = [...beside, ...layers.slice(layer + 1).flat()];
		return {
			name: `layer-of-${module}`,
			comment: `${module} does not use ${others.join(', ')}`,
			severity: 'error',
			from: { path: inModules([module]) },
			// A module without others would forbid itself.
			to: { path: others.length > 0 ? inModules(others) : '^$' },
		};
	}),
);

const kindsOfTests = ['unit', 'engine', 'fuzz', 'faults', 'n8n'];

/** Folders that do not use any other. */
const apart = [
	['shared-knows-no-node', '^nodes/shared/', '^nodes/(?!shared/)'],
	['nodes-are-shipped-alone', '^(nodes|credentials)/', '^(tools|demo-service|test)/'],
	['demo-service-judges-alone', '^demo-service/', '^(nodes|credentials|tools|test)/'],
	['support-knows-no-test', '^test/support/', `^test/(${kindsOfTests.join('|')})/`],
	...kindsOfTests.map((kind) => [
		'kinds-of-tests-stand-apart',
		`^test/${kind}/`,
		`^test/(${kindsOfTests.filter((other) => other !== kind).join('|')})/`,
	]),
	['tools-know-no-test', '^tools/(?!n8n/run.js)', '^test/'],
].map(([name, from, to]) => ({ name, severity: 'error', from: { path: from }, to: { path: to } }));

module.exports = {
	forbidden: [
		...upwards,
		...apart,
		{
			name: 'nodes-know-no-other-node',
			severity: 'error',
			from: { path: '^nodes/(?!shared/)([^/]+)/' },
			to: { path: '^nodes/(?!shared/)([^/]+)/', pathNot: '^nodes/$1/' },
		},
		{
			name: 'no-circle',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'no-circle-of-folders',
			comment: 'A folder uses those inside it, which do not use what is outside of it again',
			severity: 'error',
			from: { path: '^(nodes/.+)/[^/]+/[^/]+$' },
			to: { path: '^$1/[^/]+$' },
		},
		{
			name: 'every-module-has-a-layer',
			severity: 'error',
			from: {},
			to: { path: '^nodes/shared/', pathNot: inModules(layers.flat()) },
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
				pathNot: '\\.(json|cjs)$',
			},
			to: {},
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)(dist|\\.data)/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
