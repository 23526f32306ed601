import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import {
	CHANGE_NAMES,
	changesInWords,
	noChanges,
	sumOfChanges,
} from '../../nodes/shared/speech/changes';
import { cleanForSpeech } from '../../nodes/shared/speech/cleanup';
import { emojiIn } from '../../nodes/shared/speech/emoji';
import { isErrorInJson } from '../../nodes/shared/speech/jsonAnswers';
import { isNoPrompt, isNoScript } from '../../nodes/shared/speech/noScript';
import { placeholderIn } from '../../nodes/shared/speech/placeholders';
import { estimateSeconds } from '../../nodes/shared/speech/readingTime';
import { splitText } from '../../nodes/shared/speech/split';
import { hasSeveralVersions, hasVersionsInJson } from '../../nodes/shared/speech/versions';
import { charactersIn } from '../../nodes/shared/util/text';
import { fuzzing } from '../support/fuzz';
import { aroundTexts, speechKinds, staying } from './cases/speechKinds';

describe.each(Object.entries(speechKinds))('%s', (_kind, texts) => {
	test.each(Object.entries(texts))('%j', (given, said) => {
		expect(cleanForSpeech(given).text).toBe(said);
		// Once more, nothing is left to clean.
		expect(cleanForSpeech(said).text).toBe(said);
	});
});

test.each(aroundTexts)('nothing but "Hello." is said of %j', (given) => {
	expect(cleanForSpeech(given).text).toBe('Hello.');
});

test.each(staying)('%j stays', (text) => {
	expect(cleanForSpeech(text).text).toBe(text);
});

describe('an answer with several versions of a script', () => {
	test.each([
		'**Version 1:**\nBees dance.\n\n**Version 2:**\nBees sing.',
		'### Version A – Calm\n\nBees dance.\n\n---\n\n### Version B – Loud\n\nBees sing.',
		'Sure! Here are three hooks:\n\n1. Bees dance.\n2. Bees sing.\n3. Bees sleep.',
		'Here are three short scripts for your video:\n\n1. Bees dance.\n2. Bees sing.',
		'Here are two options for your script:\n\n**Option A: Calm**\nBees dance.\n\n**Option B: Loud**\nBees sing.',
		'Absolutely! Here are a few script variations.\n\n**Option 1**\nBees dance.\n\n**Option 2**\nBees sing.',
		'Hier sind zwei Varianten:\n\n**Variante 1:**\nBienen tanzen.\n\n**Variante 2:**\nBienen singen.',
		'¡Claro! Aquí tienes dos versiones:\n\n1. Las abejas bailan.\n2. Las abejas cantan.',
		'版本一\n蜜蜂会跳舞。\n\n版本二\n蜜蜂会唱歌。',
		'好的，以下是两个版本的脚本：\n\n1. 蜜蜂会跳舞。\n2. 蜜蜂会唱歌。',
		'Version 1 :\nLes abeilles dansent.\n\nVersion 2 :\nElles chantent.',
		'버전 1:\n벌은 춤춘다.\n\n버전 2:\n벌은 노래한다.',
	])('%j', (text) => expect(hasSeveralVersions(text)).toBe(true));

	test.each([
		'Option 1 is to rent. Option 2 is to buy.',
		'Take 1 (one) pill at noon.\nTake 2 (two) pills at night.',
		'You have two options.\n\nOption 1: Wait and see.\n\nOption 2: Physical therapy.',
		'Here are three hooks that always work:\n\n1. Ask.\n2. Tell.',
		"Sure! Here's a script with three tips:\n\n1. Sleep.\n2. Eat.",
		'Version 1.0 brought dark mode.\nVersion 2.0 brings widgets.',
		'Two versions of this song exist.\n\nVersion 1: slow.\nVersion 2: fast.',
		'Step 1: Open.\nStep 2: Close.',
		'Variante 1: Bergweg, 3 Stunden\nVariante 2: Talweg',
		'以下是三个版本的对比：\n1. 标准版\n2. 专业版',
		'以下是五个文案技巧：\n1. 说人话\n2. 讲故事',
		"I've put together five scripts you can copy today:\n1. Cold call\n2. Follow-up",
		'Here are the top 5 scripts every admin needs:\n1. Backup\n2. Restore',
		'Natürlich! Hier sind drei Optionen für Ihren Urlaub:\n1. Rom\n2. Paris',
		'¡Claro! Aquí tienes tres opciones de desayuno:\n1. Avena\n2. Huevos',
	])('is not %j', (text) => expect(hasSeveralVersions(text)).toBe(false));
});

describe('an answer in JSON with several versions of a script', () => {
	test.each([
		{ version_a: 'Bees dance.', version_b: 'Bees sing.' },
		{ option1: 'Bees dance.', option2: 'Bees sing.' },
		{ title: 'Bees', script_1: 'Bees dance.', script_2: 'Bees sing.' },
		{ output: [{ version_1: { script: 'Bees dance.' }, version_2: { script: 'Bees sing.' } }] },
	])('%j', (value) => expect(hasVersionsInJson(JSON.stringify(value))).toBe(true));

	test.each([
		{ question: 'What do bees do?', option_a: 'They dance.', option_b: 'They bark.' },
		{ scene_1: 'Bees dance.', scene_2: 'Bees sing.' },
		{ question: 'Why?', options: { option_a: 'They dance.', option_b: 'They bark.' } },
		{ hook: 'Bees dance.', script: 'Bees sing.', version: '2' },
	])('is not %j', (value) => expect(hasVersionsInJson(JSON.stringify(value))).toBe(false));
});

describe('an answer without a script', () => {
	test.each([
		"As an AI language model, I don't have access to it.",
		"I'd be happy to help! Could you please share the article you'd like me to turn into a script?",
		'It looks like the article is missing. Could you paste it here?',
		"I don't see any article in your message.",
		'Es tut mir leid, aber dabei kann ich nicht helfen.',
		'Lo siento, pero no puedo ayudar con eso.',
		'Leider kann ich bei dieser Anfrage nicht helfen.',
		'Bitte stelle mir den Text zur Verfügung, damit ich das Skript schreiben kann.',
		'抱歉，我无法协助完成这个请求。',
		'请提供文章内容，以便我为您撰写脚本。',
		'申し訳ありませんが、そのリクエストにはお応えできません。',
		'죄송하지만, 해당 요청은 도와드릴 수 없습니다.',
		'عذرًا، لا أستطيع المساعدة في ذلك.',
		'Извините, но я не могу помочь с этим запросом.',
		'Przepraszam, ale nie mogę w tym pomóc.',
		'Üzgünüm, bu konuda yardımcı olamam.',
		'Het spijt me, maar daar kan ik niet bij helpen.',
		'Maaf, saya tidak dapat memenuhi permintaan ini.',
		'Xin lỗi, tôi không thể hỗ trợ yêu cầu này.',
		'I can’t assist with that request.',
		'I cannot generate that script, as it contains medical claims. Would you like another one?',
		"I can't create this content.",
		'Agent stopped due to max iterations.',
		'**"I’m sorry, but I can’t help with that"**',
	])('%j', (text) => expect(isNoScript(text)).toBe(true));

	test.each([
		"Sorry, I can't hear you over these savings!",
		"I can't create this content without your support!",
		'Agent stopped at the border, and other news.',
		'Agent stopped due to max iterations? Here is how to fix it.',
		"I can't help you with that request, the clerk said.",
		"I can't create this content because YouTube pays me too little.",
		"I can't produce this script as fast as I used to.",
		"I can't help with that smile. I cannot produce that sound.",
		'I am unable to fulfil this requested order of 200 cakes today.',
		'Please send us your story, and we will read it on air.',
		'It looks like your plant is missing water.',
		"Sorry, I can't help you with your taxes. But our app can! Meet TaxBuddy.",
		"Unfortunately, I can't produce a miracle. What I can do is show you three habits.",
		'Leider kann ich Ihnen heute nicht persönlich helfen, aber unser Team ist für Sie da.',
		'Lo siento, no puedo ayudar a todos, pero sí a ti.',
		'抱歉，我不能陪你回家。',
		'对不起，我不能答应你的请求。',
		'请提供您的电话号码，我会给您回电。',
		'申し訳ありませんが、本日は休業いたします。',
		'죄송하지만, 오늘은 쉽니다.',
		'Sorry, ik kan je niet horen.',
		"Unfortunately, I can't help. My hands are tied.",
		'Unfortunately, I cannot translate the text on this stone.',
		'"I\'m sorry, but I can\'t help with that." How often did you hear this?',
		'No details provided by police so far. More at six.',
		"It looks like you didn't share your location yet. Turn it on.",
		"As an AI, I don't sleep. Welcome to our hotel, I am your digital concierge.",
		"Please send me your topic and I'll sing a song about it!",
		"Please send me your script, and I'll turn it into a film.",
		'Bitte senden Sie den Artikel zurück, damit ich ihn ersetzen kann.',
		`I'm sorry, but I can't help with that. ${'We can. '.repeat(100)}`,
	])('is not %j', (text) => expect(isNoScript(text)).toBe(false));
});

test.each([
	"I'm sorry, but I can't create images of real people.",
	'Unfortunately, I cannot generate that image.',
	'I cannot generate images of real people.',
	"I'm sorry, but I can't create images without a more detailed description.",
	"I'm sorry, I can't create that image, but here is an alternative prompt: a fox.",
	'Could you please share the article you want me to turn into a script?',
])('an answer without a prompt: %j', (text) => expect(isNoPrompt(text)).toBe(true));

test.each([
	'A robot with a sign: "I\'m sorry, but I can\'t help with that."',
	'Sorry I cannot come, a greeting card with a sad bear',
	`Unfortunately, I cannot generate that image. ${'A fox in the snow. '.repeat(40)}`,
	"I can't breathe, a diver in blue water",
	"I can't create art, a sad painter before a white picture",
	"I can't produce images as good as yours, says a camera",
	"I can't create videos without my cat, says an old man",
	'A comic: I cannot generate images, says the robot',
	'Please send help: a castaway on an island',
	'Could you draw a fox in the snow?',
	'Es tut mir leid, eine Karte mit Blumen',
])('is not %j', (text) => expect(isNoPrompt(text)).toBe(false));

test.each([
	'{"error":{"message":"Rate limit reached","type":"requests","code":429}}',
	'{"error":"Unauthorized","message":"Invalid API key","statusCode":401}',
	'```json\n{"error": "timeout", "success": false}\n```',
])('the error of a service: %j', (text) => expect(isErrorInJson(text)).toBe(true));

test.each([
	'{"error":null,"text":"Bees dance."}',
	'{"error":"","message":"Bees dance."}',
	'{"error":"none","script":"Bees dance."}',
	'{"error":"none","message":"Bees dance."}',
	'{"error":{"code":0},"message":"Bees dance."}',
	'{"message":"Bees dance."}',
	'{"title":"Error","body":"To err is human."}',
	'{"errors_of_bees":"They have none."}',
	'[{"error":"a"},{"text":"Bees dance."}]',
	'Error: the word on the screen',
	'"error" is a word.',
	'{"scene":"A red error message on a screen"}',
])('is not %j', (text) => expect(isErrorInJson(text)).toBe(false));

describe('a placeholder in a text', () => {
	test.each([
		"Hi, I'm [Your Name] from Acme.",
		'Call us at [Insert phone number].',
		'Visit [website] or call [phone number].',
		'Ciao, sono [il tuo nome].',
		'大家好，我是【您的姓名】。',
		'こんにちは、[会社名]の[名前]です。',
		'안녕하세요, [회사명]입니다.',
		'مرحبا، أنا [اسمك].',
		'Visit [Your Website URL].',
		'Hello {{ name }}!',
		'Hello {first_name}!',
		'Hello %FIRSTNAME%!',
		'Hello *|FNAME|*!',
		'Hello <name>!',
		"I'm <Your Name> from Acme.",
		'Hello ${name}!',
		'Hallo [Name], willkommen!',
		'Hola [Nombre del cliente], gracias.',
		'Bonjour [Prénom], je suis là.',
	])('%j', (text) => expect(placeholderIn(text)).toMatch(/^[[{%*<$【].*[\]}%*>】]$/));

	test.each([
		'[Your name](https://example.com) is a film.',
		'We [almost] won. [Laughs] [Update] Team [Blue] did.',
		'Use {curly} braces, 50% of names, or * and |.',
		'In Vue, {{ message }} shows the value of ${name}.',
		'SELECT [Name] FROM [Product], =SUM(Table1[Product]), dict[name]',
		'[Enter Hamlet]\nTo be or not to be',
		'Bonjour [Nom](https://example.com), hola [risas], hallo [leise] an alle: [Vorname] fehlt.',
		'[会社名] Acme\n【姓名】王明',
	])('is not in %j', (text) => expect(placeholderIn(text)).toBeUndefined());
});

/** Pieces of which texts for random tests are put together: signs of all rules, and words. */
const pieces = fc.constantFrom(
	...'# ¦**¦*¦_¦`¦```¦~~~¦[¦]¦(¦)¦](¦![¦|¦|---|¦- ¦1. ¦> ¦---¦\n¦\n\n¦ '.split('¦'),
	...'—¦–¦→¦->¦<-¦•¦…¦....¦!!¦?¦\\¦=¦<¦>¦"¦--¦,¦.¦:¦✓¦★¦™¦😀¦👨‍👩‍👧¦🇪🇸¦1️⃣¦❤️'.split('¦'),
	...'<p>¦</p>¦<b>¦<li>¦<pre>¦</pre>¦<script>¦</script>¦<!--¦-->¦<td>¦&amp;¦&lt;'.split('¦'),
	...'&eacute;¦<break time="1s"/>¦<speak>¦</speak>¦https://a.example/b¦#tag¦a_b'.split('¦'),
	...'Hello¦world.¦año¦Straße¦中文¦日本語。¦नमस्ते¦مرحبا¦42¦3*4'.split('¦'),
);

const texts = fc.oneof(
	fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
	fc.string({ unit: 'binary', maxLength: 200 }),
);

describe('any text', () => {
	test('has neither emoji nor repeated blanks once it is clean', () => {
		fc.assert(
			fc.property(texts, (text) => {
				const clean = cleanForSpeech(text).text;
				expect(emojiIn(clean)).toEqual([]);
				expect(clean).not.toMatch(/[\uFE0F\u20E3\uE000]|(?<!<[^>]*) {2}|\n{3}|^\s|\s$/u);
			}),
			fuzzing(2000),
		);
	});

	test('keeps its words in their order', () => {
		const word = fc.constantFrom('Hello', 'world', 'año', 'Straße', 'Москва', 'नमस्ते', '42');
		const signs = ' ¦\n¦\n\n¦. ¦, ¦ **¦** ¦\n- ¦\n# ¦ — ¦ 😀 ¦ → ';
		const between = fc.constantFrom(...signs.split('¦'));
		const pairs = fc.array(fc.tuple(between, word), { minLength: 1, maxLength: 40 });
		fc.assert(
			fc.property(pairs, (given) => {
				const words = given.map(([, one]) => one);
				const clean = cleanForSpeech(given.flat().join('')).text;
				expect(clean.match(/[\p{L}\p{M}\p{N}]+/gu)).toEqual(words);
			}),
			fuzzing(500),
		);
	});
});

describe('long texts', () => {
	const sentence = 'Dr. Smith reads 3.5 pages, with a comma. ';
	const paragraph = (count: number) => sentence.repeat(count).trim();

	/** Each bar is where a part ends, which does not belong to the text. */
	test.each([
		['a short text', 20, 'Hello'],
		['paragraphs', 24, 'One two.\n\nThree four.|\n\nFive six.'],
		['lines', 12, 'One two|\nThree four|\nFive'],
		['sentences', 14, 'One two.| Three four!| Five?'],
		['not behind abbreviations', 18, 'Here is Dr. Who.| He is in.'],
		['nor those of Dutch', 40, 'Dhr. Jansen, Mevr. Bos en Prof. Vis.| Nee.'],
		['nor before numbers', 40, 'Jest godz. 17, ul. Ładna nr. 5| i art. 3 są m.in. Tu jest.'],
		['nor behind titles of Hindi', 25, 'डॉ. राव और प्रो. सेन आए।| हाँ।'],
		['not behind a quote within a sentence', 12, '他说：“你好吗？”他问。|我们走吧！'],
		['nor in Korean', 14, '춥다.| “가자!” 그가 말했다.'],
		['not in amounts', 36, 'Es sind 3 Mio. € und 4 Mrd. Euro.| Ja.'],
		['nor in plurals', 28, 'Vive en EE. UU. desde 2019.| ¿No?'],
		['not in a number', 20, 'there are| 10 000 000 people'],
		['nothing but digits', 7, '100 200| 300'],
		['Hindi sentences', 14, 'यह एक है।| वह दो है। बस।'],
		['clauses', 14, 'one two,| three four,| five'],
		['words', 9, 'one two| three| four'],
		['Chinese sentences', 8, '你好。|今天天气很好。|再见。'],
		['emoji count as one character', 4, '😀😀😀| 😀😀😀'],
		['a tag with blanks', 18, 'a| <break time="1s"/>| b c'],
		['elements', 40, '<voice name="a">One.</voice>| <voice name="b">Two.</voice>'],
		['an element without its end', 12, 'a <p> b c| d e f g'],
	])('are split: %s', (_name, limit, marked) => {
		const parts = marked.split('|').map((part) => part.trim());
		expect(splitText(marked.replaceAll('|', ''), limit)).toEqual(parts);
	});

	test.each([
		['a word', 20, 'a'.repeat(21)],
		['what has no sign and no blank', 6, '今天天气很好我们去公园'],
		['an element', 20, `<w>${'a '.repeat(20)}</w>`],
		['the root', 10, '<speak>One. Two.</speak>'],
	])('are not split where %s is too long', (_name, limit, text) => {
		expect(splitText(text, limit)).toBeUndefined();
	});

	test('have the tags of their document in each part', () => {
		const around = (text: string) => `<speak version="1.1">${text}</speak>`;
		expect(splitText(around('One. Two.'), 35)).toEqual([around('One.'), around('Two.')]);
	});

	test('does not leave a heading at the end of a part', () => {
		const words = (letters: number) =>
			'The river ran high and nobody slept well. '.repeat(letters / 42);
		const below = `The second storm.\n\n${words(1_092).trim()}`;
		const text = `${words(882).trim()}\n\n${below}`;
		expect(splitText(text, 1_500)?.[1]).toBe(below);
	});

	test('leaves neither a heading in Chinese there, nor what announces a list', () => {
		const words = (count: number) => '河水上涨，没有人睡得好。'.repeat(count);
		const chapter = `第二章\n\n${words(6)}`;
		expect(splitText(`${words(5)}\n\n${chapter}`, 80)).toEqual([words(5), chapter]);
		const list = 'One of them is red.\nTwo of them are blue.\nThree are green.';
		const story = 'The river ran high and nobody slept well. There were six boats:';
		expect(splitText(`${story}\n\n${list}`, 100)?.[0]).toBe(`${story}\n\nOne of them is red.`);
		const ofWindows = `${story}\r\n\r\n${list}`;
		expect(splitText(ofWindows, 100)?.[0]).toBe(`${story}\r\n\r\nOne of them is red.`);
	});

	test('parts are about equal, and as few as possible', () => {
		const text = [20, 30, 10, 25, 40].map(paragraph).join('\n\n');
		const parts = splitText(text, 1500) ?? [];
		expect(parts).toHaveLength(Math.ceil(text.length / 1500));
		const lengths = parts.map((part) => part.length);
		expect(Math.max(...lengths) / Math.min(...lengths)).toBeLessThan(1.5);
	});

	test('nothing is lost, no part is too long, and no word is cut', () => {
		const words = 'Hello¦world.¦año,¦中文。¦日本語¦42¦<break time="1s"/>¦Dr.¦😀¦<w>a b</w>';
		const word = fc.constantFrom(...words.split('¦'));
		const blank = fc.constantFrom(' ', '\n', '\n\n', '  ');
		const given = fc.array(fc.tuple(word, blank), { minLength: 1, maxLength: 200 });
		fc.assert(
			fc.property(given, fc.integer({ min: 20, max: 300 }), (pairs, limit) => {
				const text = pairs.flat().join('').trim();
				const parts = splitText(text, limit) ?? [];
				const withoutBlanks = (all: string) => all.replace(/\s/g, '');
				expect(withoutBlanks(parts.join(''))).toBe(withoutBlanks(text));
				for (const part of parts) {
					expect(charactersIn(part)).toBeLessThanOrEqual(limit);
					expect(part).toBe(part.trim());
					expect(part).not.toMatch(/^(?:orld|ello|a b<\/w>)/);
				}
			}),
			fuzzing(500),
		);
	});
});

test.each([
	['English', 'Welcome to our spring collection.', 1, 2, 3],
	['the longest text', 'One more word, and another. '.repeat(143), 1, 240, 340],
	['Russian', 'Добро пожаловать. '.repeat(30), 1, 48, 48],
	['Chinese', '欢迎来到我们的春季新品发布会。', 1, 3, 4],
	['Japanese', '本日はお越しいただきありがとうございます。', 1, 3, 5],
	['Korean', '오늘 와 주셔서 감사합니다.', 1, 2, 4],
	['digits are words', '2026', 1, 1, 2],
	['twice the speed', 'x '.repeat(300), 2, 20, 20],
	['half the speed', 'x '.repeat(300), 0.5, 80, 80],
	['rests of SSML', 'Hi<break time="2s"/><break time="500ms"/>', 1, 3, 3],
	['a syllable that is made longer counts as one more', 'スーパーコーヒー'.repeat(7), 1, 8, 8],
	['digits of full width', '１２３４５６７８９０', 1, 3, 4],
	['a tag is not said', '<phoneme ph="a long reading">x</phoneme>', 1, 1, 1],
	['nothing', '', 1, 1, 1],
])('how long a text takes: %s', (_name, text, speed, least, most) => {
	const seconds = estimateSeconds(text, speed);
	expect(seconds).toBeGreaterThanOrEqual(least);
	expect(seconds).toBeLessThanOrEqual(most);
});

test('what was changed is counted over all texts', () => {
	const all = [
		'# Hi 😀🎉',
		'<b>x</b> https://a.example',
		'```\nx\n```\ny',
		'|a|b|\n|-|-|\n|1|2|',
		'a → b',
		'~~old~~ new\n#a #b',
		'{"text": "Hello"}',
		'Here is the script:\n\n[laughs] Hello',
	];
	const sum = sumOfChanges(all.map((text) => cleanForSpeech(text).changes));
	expect(sum).toEqual({
		emoji: 2,
		markdown: 1,
		html: 1,
		struckOut: 1,
		hashtags: 1,
		links: 1,
		codeBlocks: 1,
		tables: 1,
		json: 1,
		directions: 1,
		remarks: 1,
		signs: 1,
	});
	expect(Object.keys(sum)).toEqual([...CHANGE_NAMES]);
	expect(changesInWords(sum)).toBe(
		'2 emoji, Markdown, HTML, 1 struck-out text, 1 line of hashtags, 1 link, 1 block of code, 1 table, which is read row by row, the names and signs of JSON, 1 stage direction, 1 remark of a language model, signs that a voice reads badly',
	);
	expect(changesInWords({ ...noChanges(), emoji: 4, markdown: 3, links: 2 })).toBe(
		'4 emoji, Markdown, 2 links',
	);
});

test.each([
	['none', 'Signs © ™ ↔ 1 # *', []],
	['each kind once', 'a 😀 b 😀 c 🇪🇸 👨‍👩‍👧 1️⃣', ['😀', '🇪🇸', '👨‍👩‍👧', '1️⃣']],
])('the emoji of a text: %s', (_name, text, found) => {
	expect(emojiIn(text)).toEqual(found);
});
