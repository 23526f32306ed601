/**
 * Sixty texts as people put them into a workflow, each with what a voice should say: answers of language models, posts and
 * feeds, letters, dialogue, numbers and code, in many languages.
 */
export interface SpeechText {
	name: string;
	given: string;
	said: string;
}

export const speechTexts: readonly SpeechText[] = [
	// Answers of language models.
	{
		name: 'a model answer in English with headings, bold and a list',
		given: `## 🌱 Why plants matter

Plants **clean the air** and make a room *feel* alive.

- **Less stress** – studies show it
- Better sleep
- More focus!

Would you like to know more? 😊`,
		said: `Why plants matter.

Plants clean the air and make a room feel alive.

Less stress, studies show it.
Better sleep.
More focus!

Would you like to know more?`,
	},
	{
		name: 'a model answer in German with steps',
		given: `### So geht's:

1. **Konto anlegen** – dauert zwei Minuten
2. **E-Mail bestätigen**
3. Fertig! 🎉

> **Hinweis:** Die Testphase endet nach 14 Tagen.`,
		said: `So geht's:

1. Konto anlegen, dauert zwei Minuten.
2. E-Mail bestätigen.
3. Fertig!

Hinweis: Die Testphase endet nach 14 Tagen.`,
	},
	{
		name: 'a model answer in Spanish with emoji as points',
		given: `¡Hola! 👋 Estas son las novedades:

✅ Envíos gratis
✅ Devoluciones en 30 días
🚀 Entrega en 24 horas

¡Te esperamos! ❤️`,
		said: `¡Hola! Estas son las novedades:

Envíos gratis.
Devoluciones en 30 días.
Entrega en 24 horas.

¡Te esperamos!`,
	},
	{
		name: 'a model answer in French with blanks before signs',
		given: `# Bienvenue !

Voici **trois conseils** :

* Boire de l'eau
* Dormir huit heures
* Marcher chaque jour

Prêt à commencer ?`,
		said: `Bienvenue !

Voici trois conseils :

Boire de l'eau.
Dormir huit heures.
Marcher chaque jour.

Prêt à commencer ?`,
	},
	{
		name: 'a model answer in Chinese',
		given: `## 产品介绍

我们的**新款耳机**有三个特点：

- 🎧 音质清晰
- 🔋 续航三十小时
- 轻便舒适

欢迎选购！🛒`,
		said: `产品介绍。

我们的新款耳机有三个特点：

音质清晰。
续航三十小时。
轻便舒适。

欢迎选购！`,
	},
	{
		name: 'a model answer in Portuguese with a rule between its parts',
		given: `**Roteiro do vídeo**

---

Olá, pessoal! Hoje vamos falar de *finanças pessoais*.

***

Até a próxima! 🙌`,
		said: `Roteiro do vídeo.

Olá, pessoal! Hoje vamos falar de finanças pessoais.

Até a próxima!`,
	},
	{
		name: 'a model answer in Japanese',
		given: `### 今日のお知らせ📢

1. 会議は**午後三時**です
2. 資料はメールで送ります

よろしくお願いします！`,
		said: `今日のお知らせ。

1. 会議は午後三時です。
2. 資料はメールで送ります。

よろしくお願いします！`,
	},
	{
		name: 'a model answer in Italian with nested points',
		given: `- **Antipasti**
  - Bruschetta
  - Olive
- **Primi**
  - Risotto ai funghi`,
		said: `Antipasti.
Bruschetta.
Olive.
Primi.
Risotto ai funghi.`,
	},
	{
		name: 'a whole answer in a fence',
		given: '```markdown\n# Good morning\n\nHere is the **news**.\n```',
		said: 'Good morning.\n\nHere is the news.',
	},
	{
		name: 'the sources that models add',
		given:
			'Sales grew by 12% in May【4†source】, and by 9% in June [1][2]. See [3] for details.[^note]',
		said: 'Sales grew by 12% in May, and by 9% in June. See for details.',
	},
	{
		name: 'a table of a model answer',
		given: `Here are our plans:

| Plan | Price | Minutes |
|:-----|------:|:-------:|
| Basic | €10 | 5 |
| **Pro** | €25 | 20 |

Choose one today.`,
		said: `Here are our plans:

Basic: Price €10, Minutes 5.
Pro: Price €25, Minutes 20.

Choose one today.`,
	},
	{
		name: 'a table of two columns',
		given: 'City | Weather\n--- | ---\nRome | sunny\nOslo | snow',
		said: 'Rome: sunny.\nOslo: snow.',
	},
	{
		name: 'an explanation with a block of code',
		given: `Install the package first:

\`\`\`bash
npm install --save example
\`\`\`

Then call \`run()\` and wait.`,
		said: `Install the package first:

Then call run() and wait.`,
	},
	{
		name: 'a list of tasks',
		given: '- [x] Write the script\n- [ ] Record the video',
		said: 'Write the script.\nRecord the video.',
	},
	{
		name: 'an answer with a link that says where it leads',
		given:
			'Read [our guide](https://example.com/guide_(new)?a=1&b=2 "Guide") or [the FAQ][faq].\n\n[faq]: https://example.com/faq',
		said: 'Read our guide or the FAQ.',
	},
	// Posts and feeds.
	{
		name: 'a blog post with its front matter',
		given: `---
title: "Five habits"
date: 2026-02-01
tags:
- health
---

# Five habits

Drink water. ![A glass](https://example.com/glass.jpg)

Sleep **well**.`,
		said: `Five habits.

Drink water.

Sleep well.`,
	},
	{
		name: 'the description of a feed in HTML',
		given:
			'<p>Our new store in <b>Lyon</b> opens on <i>Monday</i>.</p>\n<p><a href="https://example.com/lyon">Read more</a></p>',
		said: 'Our new store in Lyon opens on Monday.',
	},
	{
		name: 'a feed whose HTML is escaped',
		given: '&lt;p&gt;Caf&eacute; &amp;amp; Bar &lt;br&gt;open until 10&amp;nbsp;pm&lt;/p&gt;',
		said: 'Café & Bar\nopen until 10 pm',
	},
	{
		name: 'the marked text of a feed',
		given: '<![CDATA[<h2>Breaking news</h2><p>The bridge is open again.</p>]]>',
		said: 'Breaking news.\n\nThe bridge is open again.',
	},
	{
		name: 'a page with lists and a table',
		given: `<!DOCTYPE html><html><head><title>Menu</title><style>p { color: red }</style></head>
<body><!-- the menu --><h1>Menu of the day</h1>
<ol><li>Tomato soup</li><li>Fish</li></ol>
<table><tr><th>Dish</th><th>Price</th></tr><tr><td>Soup</td><td>&euro;4</td></tr></table>
<script>track("view");</script></body></html>`,
		said: `Menu of the day.

1. Tomato soup.
2. Fish.

Soup: €4.`,
	},
	{
		name: 'a newsletter with a picture and a footer',
		given:
			'<div><img src="logo.png" alt="Logo"><p>Dear customer,</p><p>thank you for your order.</p><hr><small>You can unsubscribe at any time.</small></div>',
		said: 'Dear customer,\n\nthank you for your order.\n\nYou can unsubscribe at any time.',
	},
	{
		name: 'German feed text with named letters',
		given: '<p>Gr&uuml;&szlig;e aus K&ouml;ln &ndash; bis sp&auml;ter&hellip;</p>',
		said: 'Grüße aus Köln, bis später…',
	},
	{
		name: 'French feed text with numbered letters',
		given: 'L&#8217;&#233;t&#xE9; arrive&nbsp;!',
		said: 'L’été arrive !',
	},
	{
		name: 'a post with tags of a network',
		given: 'We are hiring! 🎉🎉 #jobs #NewYork\n\nApply now 👉 https://example.com/jobs',
		said: 'We are hiring! jobs NewYork\n\nApply now',
	},
	{
		name: 'a post in styled letters',
		given: '𝗕𝗿𝗲𝗮𝗸𝗶𝗻𝗴: 𝘸𝘦 𝘮𝘰𝘷𝘦 𝘵𝘰 𝘗𝘢𝘳𝘪𝘴 ✨',
		said: 'Breaking: we move to Paris.',
	},
	{
		name: 'a post with steps in boxes',
		given: '1️⃣ Download the app\n2️⃣ Create an account\n3️⃣ Enjoy!',
		said: '1. Download the app.\n2. Create an account.\n3. Enjoy!',
	},
	{
		name: 'a post with families, flags and skin colors',
		given: 'Welcome to our family 👨‍👩‍👧‍👦 from 🇪🇸 and 🇩🇪, says Ana 👋🏽.',
		said: 'Welcome to our family from and, says Ana.',
	},
	{
		name: 'the caption of a video with times',
		given: '00:00 Intro\n00:45 The idea\n02:10 Results → what next?',
		said: '00:00 Intro\n00:45 The idea\n02:10 Results, what next?',
	},
	{
		name: 'a product from a store',
		given: 'ErgoChair Pro™ • Mesh back • 5-year warranty | Free returns',
		said: 'ErgoChair Pro, Mesh back, 5-year warranty, Free returns',
	},
	{
		name: 'a review with stars',
		given: '★★★★☆ Great value!!! Would buy again…',
		said: 'Great value! Would buy again…',
	},
	{
		name: 'a text with a bare link in brackets',
		given: 'Details are on our page (https://example.com/details). See you there.',
		said: 'Details are on our page. See you there.',
	},
	{
		name: 'a Chinese text with a link without blanks',
		given: '请访问https://example.com/news?id=3，了解详情。',
		said: '请访问，了解详情。',
	},
	{
		name: 'a link on a line of its own',
		given: 'Watch the whole talk:\nhttps://www.example.com/watch?v=abc\n\nThank you.',
		said: 'Watch the whole talk:\n\nThank you.',
	},
	{
		name: 'an address without its protocol',
		given: 'Visit www.example.com/shop. We ship everywhere.',
		said: 'We ship everywhere.',
	},
	// Letters and plain texts.
	{
		name: 'a plain text stays as it is',
		given: "Hello, I'm Ada. It's 5 o'clock; the “café” opens at 9:30 – or so.",
		said: "Hello, I'm Ada. It's 5 o'clock; the “café” opens at 9:30, or so.",
	},
	{
		name: 'two paragraphs stay two',
		given: 'First paragraph.\n\n\n\nSecond   paragraph.\r\nThird line.',
		said: 'First paragraph.\n\nSecond paragraph.\nThird line.',
	},
	{
		name: 'an e-mail whose lines were wrapped',
		given:
			'Dear team, we are happy to announce that the\nnew office opens next week, and that everybody\nis invited.\n\nKind regards\nMaria',
		said: 'Dear team, we are happy to announce that the new office opens next week, and that everybody is invited.\n\nKind regards\nMaria',
	},
	{
		name: 'an e-mail with quotes and its address',
		given: '> Can you come?\n> I hope so.\nYes. Write to <info@example.com>.',
		said: 'Can you come?\nI hope so.\nYes. Write to info@example.com.',
	},
	{
		name: 'a text from a PDF',
		given: 'The e\uFB03cient so\u00ADlu\u00ADtion\u00A0works.',
		said: 'The efficient solution works.',
	},
	{
		name: 'a text with marks that are not seen',
		given: '\uFEFFZero\u200B width and \u202Eturned\u202C.',
		said: 'Zero width and turned.',
	},
	{
		name: 'a title that is underlined',
		given: 'Our Story\n=========\n\nIt began in 1999.\n\nToday\n-----\nWe are 200.',
		said: 'Our Story.\n\nIt began in 1999.\n\nToday.\n\nWe are 200.',
	},
	// Dialogue.
	{
		name: 'a dialogue with names',
		given: '**Anna:** Did you see it?\n**Ben:** *laughs* Of course!',
		said: 'Anna: Did you see it?\nBen: laughs Of course!',
	},
	{
		name: 'a Spanish dialogue with dashes',
		given: '—¿Vienes? —preguntó ella.\n—No —dijo él—. Estoy cansado.',
		said: '¿Vienes? preguntó ella.\nNo, dijo él. Estoy cansado.',
	},
	{
		name: 'an English aside between dashes',
		given: 'The result—surprisingly—was good -- very good.',
		said: 'The result, surprisingly, was good, very good.',
	},
	{
		name: 'a German text with dashes between blanks',
		given: 'Das Haus – gebaut 1920 – steht leer.',
		said: 'Das Haus, gebaut 1920, steht leer.',
	},
	{
		name: 'a Russian text',
		given: '## Новости 📰\n\n- Москва — столица\n- Погода: **+5 °C**',
		said: 'Новости.\n\nМосква, столица.\nПогода: +5 °C.',
	},
	{
		name: 'an Arabic text',
		given: '## مرحبا\n\n**أهلا** وسهلا بكم 👋',
		said: 'مرحبا.\n\nأهلا وسهلا بكم.',
	},
	{
		name: 'a Hindi text keeps the joiners of its letters',
		given: '**नमस्ते** क्‍या हाल है? 🙏',
		said: 'नमस्ते क्‍या हाल है?',
	},
	{
		name: 'a Korean text',
		given: '### 오늘의 소식\n- 새 제품 출시 🎁\n- 할인 행사',
		said: '오늘의 소식.\n새 제품 출시.\n할인 행사.',
	},
	// Numbers and signs.
	{
		name: 'prices, ranges and units stay',
		given: 'From €10–20 (−5 %), 1.000,50 € or $3.99; 24/7, ±2 °C, ½ cup, A&B, C++ and C#.',
		said: 'From €10–20 (−5 %), 1.000,50 € or $3.99; 24/7, ±2 °C, ½ cup, A&B, C++ and C#.',
	},
	{
		name: 'dates and numbers at the beginning of a line',
		given: '2026 was a good year.\n-5 degrees at night.\n+49 30 1234 is our number.',
		said: '2026 was a good year.\n-5 degrees at night.\n+49 30 1234 is our number.',
	},
	{
		name: 'a multiplication is no emphasis',
		given: 'It is 2 * 3 * 4, or 5*6.',
		said: 'It is 2 × 3 × 4, or 5 × 6.',
	},
	{
		name: 'comparisons are no HTML',
		given: 'If a < b and c > d, then x <= y.',
		said: 'If a < b and c > d, then x <= y.',
	},
	{
		name: 'names of code in a sentence',
		given: 'Set `max_retries` in config_file, not __init__.',
		said: 'Set max retries in config file, not init.',
	},
	{
		name: 'signs of a language that are escaped',
		given: 'Use \\*stars\\* and 3\\. place \\#1.',
		said: 'Use stars and 3. place #1.',
	},
	{
		name: 'hashes that are numbers stay',
		given: 'We are #1 in Europe, see issue #42.',
		said: 'We are #1 in Europe, see issue #42.',
	},
	{
		name: 'many signs of joy are one',
		given: 'Really?? Yes!!! 🎊 Wow.....',
		said: 'Really? Yes! Wow…',
	},
	// SSML.
	{
		name: 'SSML stays',
		given:
			'<speak>重<phoneme alphabet="py" ph="chong2">庆</phoneme>，**你好**<break time="500ms"/> 🎉</speak>',
		said: '<speak>重<phoneme alphabet="py" ph="chong2">庆</phoneme>，你好<break time="500ms"/> </speak>',
	},
	{
		name: 'the number tag of SSML and HTML together',
		given: '<p>Call <say-as interpret-as="telephone">555-1234</say-as> &amp; ask.</p>',
		said: 'Call <say-as interpret-as="telephone">555-1234</say-as> &amp; ask.',
	},
	{
		name: 'a substitution of SSML, and a lowered number of HTML',
		given: '<sub alias="water">H2O</sub> is H<sub>2</sub>O, an unknown <name> stays.',
		said: '<sub alias="water">H2O</sub> is H2O, an unknown <name> stays.',
	},
];
