/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
// Lists every text of the code that a user may read and that is no part of a node's fields: errors with title and
// description, hints, and what is put together from them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../..');

/**
 * What a text is for; `part` is put into messages elsewhere, `field` belongs to the description of a node, `answer` to an
 * HTTP answer, which the service reads.
 */
export type Role = 'title' | 'description' | 'part' | 'hint' | 'log' | 'field' | 'answer';

export interface Text {
	file: string;
	line: number;
	role: Role;
	/** With … for each value that is put in. */
	text: string;
	/** Texts of one message have the same. */
	message: ts.Node;
}

const ROLE_OF_PROPERTY: Readonly<Record<string, Role>> = {
	title: 'title',
	message: 'title',
	description: 'description',
	advice: 'description',
	hint: 'hint',
};

/** Properties by which an object belongs to the description of a node. */
const FIELD_PROPERTIES = ['displayName', 'value', 'action', 'group', 'options', 'extensions'];

const LOGGERS = /(\blogger\??\.\w+|\bprogress\.\w+|\bthis\.say)$/;
const HINTS = /\b(warn\??\.?|addExecutionHints)$/;

/** Two words in a row: no code, name or path. */
const SENTENCE = /[a-z'",)]+ [a-z'(]{2,}/i;

/** Every text of a source file of the project, or of all below a folder. */
export function textsIn(path: string): Text[] {
	return sourcesIn(path).flatMap((file) => {
		const code = readFileSync(join(root, file), 'utf8');
		const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
		const texts: Text[] = [];
		const visit = (node: ts.Node): void => {
			const text = textOf(node);
			if (text !== undefined && SENTENCE.test(text) && !isCode(node)) {
				const { line } = source.getLineAndCharacterOfPosition(node.getStart());
				texts.push({ file, line: line + 1, text, ...placeOf(node) });
			}
			ts.forEachChild(node, visit);
		};
		visit(source);
		return texts;
	});
}

/** The texts of a message in the order in which they are read; a message without a literal title has none. */
export function messagesOf(texts: readonly Text[]): Text[][] {
	const messages = new Map<ts.Node, Text[]>();
	for (const text of texts) {
		if (text.role === 'field') continue;
		messages.set(text.message, [...(messages.get(text.message) ?? []), text]);
	}
	return [...messages.values()];
}

function sourcesIn(folder: string): string[] {
	if (folder.endsWith('.ts')) return [folder];
	return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name))
		.sort();
}

function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

function isCode({ parent }: ts.Node): boolean {
	return ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent);
}

/** What a text is for, by the nearest place that says so. */
function placeOf(literal: ts.Node): Pick<Text, 'role' | 'message'> {
	let role: Role | undefined;
	for (let node = literal; !ts.isSourceFile(node.parent); node = node.parent) {
		const { parent } = node;
		if (ts.isFunctionLike(parent) && role) break;
		if (ts.isCallExpression(parent) && parent.expression !== node) {
			const called = parent.expression.getText();
			if (LOGGERS.test(called)) return { role: 'log', message: parent };
			if (HINTS.test(called)) return { role: 'hint', message: parent };
		}
		if (ts.isPropertyAssignment(parent)) role ??= ROLE_OF_PROPERTY[nameOf(parent)];
		if (ts.isObjectLiteralExpression(parent)) {
			if (isField(parent)) return { role: 'field', message: parent };
			if (isAnswer(parent)) return { role: 'answer', message: parent };
			if (role && !ts.isNewExpression(parent.parent)) return { role, message: parent };
		}
		if (ts.isNewExpression(parent) && /Error$/.test(parent.expression.getText())) {
			return { role: role ?? 'title', message: parent };
		}
	}
	return { role: role ?? 'part', message: literal };
}

function isField(object: ts.ObjectLiteralExpression): boolean {
	return object.properties.some((one) => FIELD_PROPERTIES.includes(nameOf(one)));
}

/** What a webhook answers to its caller. */
function isAnswer(object: ts.ObjectLiteralExpression): boolean {
	return object.properties.some((one) => nameOf(one) === 'status');
}

function nameOf({ name }: ts.ObjectLiteralElementLike): string {
	return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
}
