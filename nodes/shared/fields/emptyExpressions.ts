import { enteredIn, isEmpty, isExpression } from './values';

/*
 * Expressions among the words of a text: "Hello {{ $json.name }}". Where one gives nothing, n8n leaves it out, so that
 * a wrong name of a field is not seen until the text has been said.
 */

/** An expression in a text. As in n8n, its first two closing braces are its end. */
const EXPRESSION = /\{\{.*?\}\}/gs;

/** An empty text in an expression, by which the user says that it may give nothing: `{{ $json.name ?? '' }}`. */
const EMPTY_TEXT = /''|""|``/;

/**
 * The expressions in a text that give nothing for an item, as the user wrote them; none where the user counts on it.
 *
 * @param written what the user wrote in the field of the text
 * @param evaluate gives the value of an expression for the item, or an error, which is not nothing
 */
export function emptyExpressionsIn(
	written: unknown,
	evaluate: (expression: string) => unknown,
): string[] {
	if (!isExpression(written)) return [];
	const expressions = String(enteredIn(written)).match(EXPRESSION) ?? [];
	return expressions.filter((expression) => {
		return !EMPTY_TEXT.test(expression) && isEmpty(evaluate(expression));
	});
}
