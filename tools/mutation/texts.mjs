import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Properties whose values are shown to people. */
const shown = new Set(['action', 'description', 'displayName', 'hint', 'placeholder', 'subtitle']);

/** Whether a part of a text contains code that decides something, which is to be mutated even so. */
const decides = (node) =>
	['ConditionalExpression', 'LogicalExpression', 'ArrowFunctionExpression'].includes(node.type) ||
	(node.type === 'CallExpression' && node.arguments.some(decides)) ||
	(node.type === 'TemplateLiteral' && node.expressions.some(decides));

/** Whether a node is words: a text with a space between words, of which the glossary and the list of messages know more. */
const isText = (node) =>
	(node.type === 'StringLiteral' && /[^ ] [^ ]/.test(node.value)) ||
	(node.type === 'TemplateLiteral' &&
		node.quasis.some(({ value }) => /\w+ \w*/.test(value.raw)) &&
		!decides(node));

/** Texts for people are not mutated: what they say is checked by other tests, and thousands of mutants would say nothing. */
export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'texts', {
		shouldIgnore({ node }) {
			if (isText(node)) return 'a text for people';
			if (node.type === 'ObjectProperty' && shown.has(node.key.name) && isText(node.value)) {
				return 'a text for people';
			}
			return undefined;
		},
	}),
];
