/** What stands in texts of models, chats, feeds, mails and pages: each text, and what a voice is given to say for it. */
export const speechKinds: Record<string, Record<string, string>> = {
	'answers and feeds in JSON': {
		'```json\n{"script": "Hello world"}\n```': 'Hello world',
		'{"voice_script":"Welcome to Rome.","title":"Sale now on"}': 'Welcome to Rome.',
		'{"voiceText":"Welcome to Rome.","caption":"Sale now on"}': 'Welcome to Rome.',
		'[{"speaker":"A","text":"Hello."},{"speaker":"B","text":"Hi there!"}]': 'Hello.\n\nHi there!',
		'{"voiceover_style":"calm and slow","voice":"a warm voice","duration":"20 seconds","text":"Welcome to our farm. It is big."}':
			'Welcome to our farm. It is big.',
		'Here is the JSON you asked for:\n\n```json\n{"voiceover": "Willkommen in Graz."}\n```\n\nLet me know if you need another format.':
			'Willkommen in Graz.',
		'Send this request:\n\n```json\n{"text": "Hello world, how are you?"}\n```\n\nWait for the answer.\n\nThat is all.':
			'Send this request:\n\nWait for the answer.\n\nThat is all.',
		'{"script": "Hello.\n\nWelcome to Rome.", "mood": "calm",}': 'Hello.\n\nWelcome to Rome.',
		'{"slides":[{"title":"Growth this year","bullets":["Fast growth"],"speaker_notes":"Welcome everyone. We grew."}]}':
			'Welcome everyone. We grew.',
		'{"title":"Five tips","thoughts":"They want it short.","hook":"Stop scrolling!","script":"Bees dance.","call_to_action":"Follow me.","caption":"Bees! #bees"}':
			'Stop scrolling!\n\nBees dance.\n\nFollow me.',
		'{"description":"All about bees.","subtitle":"A short one."}':
			'All about bees.\n\nA short one.',
		'{"script":"","text":"Bees dance."}': 'Bees dance.',
		'{"タイトル":"朝","台本":"おはようございます。"}': 'おはようございます。',
		'{"标题":"秋天的味道","口播文案":"秋天到了。","时长":"30秒"}': '秋天到了。',
		'{"title":"Storm hits the coast","pubDate":"Tue, 07 Jan 2025 10:00:00 GMT","creator":"Ann Lee","content":"<p>It hit <b>Porto</b> today.</p>","weekly_update":"All is well."}':
			'Storm hits the coast.\n\nIt hit Porto today.\n\nAll is well.',
	},
	'what stands before and behind a text': {
		'**Script:** Welcome.': 'Welcome.',
		'## Video Script\n\nWelcome.': 'Welcome.',
		'# Script for Instagram Reel\n\nWelcome.': 'Welcome.',
		'# Script for Nurses\n\nWelcome.': 'Script for Nurses.\n\nWelcome.',
		'# Translation\n\nCells make proteins.': 'Translation.\n\nCells make proteins.',
		'**30-Second Script (English)**\n\nWelcome.': 'Welcome.',
		'**30-Second Script: Bees**\n\nWelcome.': 'Bees\n\nWelcome.',
		"Here is your script:\n\n---\n\n**[Opening shot: smiling host]**\n\nHello everyone! Welcome to *TechTalk*.\n\n---\n\nLet me know if you'd like changes!":
			'Hello everyone! Welcome to TechTalk.',
		'Some text about things [&#8230;]\n\nContinue reading →': 'Some text about things …',
		'Bees sleep [1].\n\n**Sources:**\n[1] https://a.example/bees\n- [Bees – BBC](https://bbc.example/bees)':
			'Bees sleep.',
		'🎙\ufe0f **Voiceover:** Hello.\n🎥 **Visual:** Colosseum\n🎵 Music: soft piano\n🎙\ufe0f Voiceover: Goodbye.':
			'Hello.\n\nGoodbye.',
		'Bees dance [1].\n\nSources:\n[1] https://a.b/c\n[2] Frisch 1967': 'Bees dance.',
	},
	'scripts and transcripts': {
		'**Visual:** A hive\n**Audio:** Bees dance.\n\n**Visual:** A flower\n**Audio:** Bees sing.':
			'Bees dance.\n\nBees sing.',
		'*[Camera zooms in]* Hello.\n[Cut to: hive] Bye.': 'Hello.\nBye.',
		'[Image: a hive]\nHello. [SFX: bee] Bees dance. (Cut to: hive) They sing. **[Show logo]**\n(On-screen text: SALE) Bye. (Music fades out)\n[Slide 2]\n[Voiceover:] Ciao.':
			'Hello. Bees dance. They sing.\nBye.\n\nCiao.',
		'[Music](https://a.example) is fun.': 'Music is fun.',
		'**Introduction:**\nBees dance.\n\n**Main Content:**\nBees sing.\n\n**Conclusion:**\nBye.':
			'Bees dance.\n\nBees sing.\n\nBye.',
		'Intro: Welcome.\n\n**Outro:** Bye.': 'Welcome.\n\nBye.',
		'Narrator: He left.\n(Videos for you at home.)\nNarrator: Bye.':
			'He left.\n(Videos for you at home.)\nBye.',
		'**Host:** Hello!\n\n**[Cut to B-roll]**\n\n**Narrator (V.O.):** Once upon a time…':
			'Host: Hello!\n\nOnce upon a time…',
		'[0:00-0:15] Welcome.\n**(00:15)** Bye.\n\nOpen 9:00–17:00.':
			'Welcome.\nBye.\n\nOpen 9:00–17:00.',
		'NARRATOR: Welcome.\n**Voiceover (V.O.):** Hello.\nSprecher: Hallo.\n旁白：欢迎。':
			'Welcome.\nHello.\nHallo.\n欢迎。',
		'**Hook (0-3s):** Did you know?\nCTA [0:20–0:30]: Follow!\nPsalm (1-2): no':
			'Did you know?\nFollow!\nPsalm (1-2): no',
		'【画面：海边日落】\n旁白：你好（微笑）。\n（背景音乐渐强）\n【重要】好\n（音乐节在五月）':
			'你好。\n\n【重要】好\n（音乐节在五月）',
		'【镜头一】\n（镜头拉近）\n【旁白】真好笑（笑）。\n（音乐渐弱）\n（停顿）再见。\n【カメラ：ズームイン】\n（音楽）\n【オープニング】\nはい。':
			'真好笑。\n\n再见。\n\nはい。',
		'Ann [00:12]: Hello.\nBob (1:02:15): Hi.': 'Ann: Hello.\nBob: Hi.',
		'(0:05) Hello.\n(12:10) Bye.\nAnn (12:15): Ciao.': 'Hello.\nBye.\nAnn: Ciao.',
		'**Hook:**\nStop!\n\n**Body:** Roses like coffee.\n\n**CTA:**\nFollow us.':
			'Stop!\n\nRoses like coffee.\n\nFollow us.',
		'[SHOW GRAPHIC: Mars]\nHello.\n[Text overlay: Shop now]\nBye.\n(Fröhliche Musik)':
			'Hello.\n\nBye.',
		'# Bees\n\n## Introduction (0:00-0:15)\n\nThey are small.\n\n**MAIN (0:15 – 0:45)**\n\nThey work.\n\n**[0:45–0:50] End**\nBye.':
			'Bees.\n\nThey are small.\n\nThey work.\n\nBye.',
		'**Museum (9:00–17:00)**\nRome lost 0–3.': 'Museum (9:00–17:00).\nRome lost 0–3.',
		'0–3s: Did you know?\n3–10s: Bees dance.\n(10-15 seconds) Follow us!':
			'Did you know?\nBees dance.\nFollow us!',
		'**[0:00–0:05] HOOK:** Did you know?\n**[0:05–0:20] BODY:** Bees dance.\n**[0:20–0:25] CTA:** Follow us!':
			'Did you know?\nBees dance.\nFollow us!',
		'主持人：大家好。\n主持人：今天下雨。': '大家好。\n今天下雨。',
		'主持人（微笑）：大家好。\n主持人（严肃）：今天下雨。': '大家好。\n今天下雨。',
		'**Title: Volcanoes**\n\n**Host:** Why do they erupt?\n\n**Host:** Rock melts.':
			'Why do they erupt?\n\nRock melts.',
		'**Escena 1:** *(plano de una playa)*\n"¿Sabías que…?"\n\n**Escena 2:** *(mercado)*\n"Ven."':
			'"¿Sabías que…?"\n\n"Ven."',
		'**【开场】**\n早上好。\n\n**【主体】**\n喝咖啡。\n\n**【结尾】**\n再见。\n\n如需调整风格，请告诉我！':
			'早上好。\n\n喝咖啡。\n\n再见。',
		'**0:00 – 0:05** | Hook\nIt never spoils.\n\n**0:05 – 0:20 Facts**\nIt is dry.':
			'It never spoils.\n\nIt is dry.',
		'0:00–0:05 | Stop now\n**0:05–0:10:** You lose money': 'Stop now\nYou lose money',
		'**开场（0-5秒）**\n大家好。\n\n【5-10秒】再见！': '大家好。\n\n再见！',
		'## Intro\nHello.\n\n## Main Content\nBread.\n\n## Outro\nBye.': 'Hello.\n\nBread.\n\nBye.',
		'INTRO\nHello.\n\nOUTRO\nBye.': 'Hello.\n\nBye.',
		'[Verse 1]\nHello world\n[Chorus]\nHello again': 'Hello world\n\nHello again',
		'**Hook (0-3s):** Bees dance.\n**CTA:** Follow me.': 'Bees dance.\nFollow me.',
		'**Speaker:** Dr. Anna Lee\n**Title:** Bees\n**Duration:** 60 minutes\n\nJoin us.':
			'Speaker: Dr. Anna Lee\nTitle: Bees\nDuration: 60 minutes\n\nJoin us.',
		'HOST: Buy Bread Today\nWe bake it.': 'Buy Bread Today\nWe bake it.',
		'NARRATOR: Buy Now\nNARRATOR: Bees dance.': 'Buy Now\nBees dance.',
		'Narrator: Bees dance.\nEstimated time: 45 seconds\nNarrator: They do.':
			'Bees dance.\n\nThey do.',
		'Erzähler: Guten Morgen Deutschland\nHeute scheint die Sonne.':
			'Guten Morgen Deutschland\nHeute scheint die Sonne.',
		'(Camera slowly pans over a hive)\nBees dance.\n(Music fades out)\n(Sound of rain)\n(Logo)\nBye.\n(Kamera zoomt)':
			'Bees dance.\n\nBye.',
		'VO: Bees dance.\nCUT TO: a hive.\nVO: They do.': 'Bees dance.\n\nThey do.',
		'**Visual:**\nA hive.\nA bee.\n**Voiceover:**\nBees dance.\n\n**Visual:** A flower.\n**Voiceover:** They do.':
			'Bees dance.\n\nThey do.',
		'### VISUAL\n- A hive\n- A bee\n\n### VOICEOVER\nBees dance.\n\n### [VISUAL]\n\nA flower.\n\n### [VOICEOVER]\nThey do.':
			'Bees dance.\n\nThey do.',
		'**Host (smiling):** Bees dance.\n\n**Host:** They do.\n\n[End screen]':
			'Bees dance.\n\nThey do.',
		'**Anna (smiling):** Bees dance.': 'Anna: Bees dance.',
		'1. **Hook (0–3s)**\n*VO:* Bees dance.\n2. **End (3–6s)**\n*Acción visual:* mar\n*VO:* They do.':
			'Bees dance.\n\nThey do.',
		'【場景一】\n【畫面：海邊】\n旁白：大家好。\n鏡頭二：山\n字幕：再見\n旁白：再見。':
			'大家好。\n\n再見。',
		'【音效：海浪】大海很美。（画面：日落）再见。': '大海很美。再见。',
		'[장면 1]\n[잔잔한 음악]\n나레이션: 안녕하세요.\n(배경음악)\n성우: 감사합니다.':
			'안녕하세요.\n\n감사합니다.',
		'(हल्का संगीत)\nनैरेटर: नमस्ते।\n(Rustige muziek)\nनैरेटर: अलविदा।': 'नमस्ते।\n\nअलविदा।',
		'พิธีกร: สวัสดีครับ\nพิธีกร: ลาก่อน': 'สวัสดีครับ\nลาก่อน',
		'[מוזיקת רקע]\nקריין: שלום.': 'שלום.',
		'[Background music: piano]\n(Ruhige Musik im Hintergrund)\n（轻快的音乐）\n（停顿两秒）\n**旁白（温柔）：**你好。':
			'你好。',
		'**[0-3 sec] Hook**\nBees dance.\n\n**[3-9 sec] CTA**\nFollow me.': 'Bees dance.\n\nFollow me.',
	},
	'what a speaker does': {
		'Hello. (smile) Bye. [nod]': 'Hello. Bye.',
		'[softly] Hello. (Beat.) Bye.\n(Cheerful tone) Well! [energetic] Yes!':
			'Hello. Bye.\nWell! Yes!',
		'Hello. (smiles and waves) Bye. [short beat] (laughs, coughs) Well. [a beat] [waves, smiling]':
			'Hello. Bye. Well.',
		'(웃으며) 안녕하세요. (잠시 멈춤) 네.': '안녕하세요. 네.',
		'(笑顔で)こんにちは。\n（开心地）大家好！': 'こんにちは。\n大家好！',
		'(मुस्कुराते हुए) नमस्ते। (ยิ้ม) สวัสดี (يبتسم) مرحبا': 'नमस्ते। สวัสดี مرحبا',
		'[excited] Hi! [whispers] A secret. <laughs> [clears throat] Well.': 'Hi! A secret. Well.',
		'[Pausa] ¡Hola! (risas) Adiós.\n（笑）你好。[音乐]': '¡Hola! Adiós.\n你好。',
		"(Tono alegre) ¡Hola! (in a calm voice) Yes. (mit ruhiger Stimme) Ja. (d'un ton sec) Non.":
			'¡Hola! Yes. Ja. Non.',
		'(pauses) Hi. (leans in) Listen. (looks at camera) Yes. (clears throat) (3 points)':
			'Hi. Listen. Yes. (3 points)',
	},
	tables: {
		'| Plan | Price | Users |\n|:-----|------:|:-----:|\n| Basic | $9/mo | 1 |\n| Pro | $29/mo | 5 |\n\nChoose one.':
			'Basic: Price $9/mo, Users 1.\nPro: Price $29/mo, Users 5.\n\nChoose one.',
		'| **Feature** | [Docs](https://a.b) |\n| --- | --- |\n| `login` | ✅ |\n| Export | ❌ |':
			'login.\nExport.',
		'Name | Age\n--- | ---\nAnn | 5\nBob | 7': 'Ann: 5.\nBob: 7.',
		'| | 2023 | 2024 |\n|---|---|---|\n| Revenue | $1M | $2M |': 'Revenue: 2023 $1M, 2024 $2M.',
		'| Visual | Audio |\n|---|---|\n| A city | Good morning. |': 'Good morning.',
		'| Model | Video | Audio |\n|---|---|---|\n| A1 | 4K | stereo |': 'A1: Video 4K, Audio stereo.',
		'| Weight | 1.2 kg |\n|---|---|\n| Size | 10 cm |': 'Weight, 1.2 kg.\nSize, 10 cm.',
		'| Visuel | Texte (voix off) |\n|---|---|\n| Mer | Salut. |': 'Salut.',
	},
	'blocks of code': {
		'~~~python\nprint(1)\n~~~\nText': 'Text',
		'Look:\n```js\nlet a = 1': 'Look:\n\nlet a = 1',
		'```npm i``` then': 'npm i then',
		'````markdown\n# Title\n```js\ncode()\n```\nEnd.\n````\nOutside.': 'Title.\n\nEnd.\n\nOutside.',
		'Here is your SSML:\n\n```ssml\n<speak>Hi there. <break time="1s"/> Welcome.</speak>\n```':
			'<speak>Hi there. <break time="1s"/> Welcome.</speak>',
	},
	Markdown: {
		'## 今日のポイント\n\n- **朝**：コーヒー☕\ufe0f\n- 夜：読書📚\n\n詳しくは[こちら](https://ja.example)をご覧ください。':
			'今日のポイント。\n\n朝：コーヒー。\n夜：読書。\n\n詳しくはこちらをご覧ください。',
		'> [!NOTE]\n> Useful info.\n\n:::tip\nTip text\n:::': 'Useful info.\n\nTip text',
		'Water boils at 100 °C.[^1] It freezes at 0.[2]\n\n[^1]: At sea level.':
			'Water boils at 100 °C. It freezes at 0.\n\nAt sea level.',
		'---\ntitle: "My: post"\nauthor:\n  name: Ann\n  url: https://a.b\ntags:\n  - one\n  - two\ndescription: >\n  long text\n  more\n---\nBody here.':
			'Body here.',
		'## Heading ##\nText': 'Heading.\nText',
		'##Heading\nOpen 9:00—17:00': 'Heading.\nOpen 9:00–17:00',
		'Term\n: Definition one': 'Term\nDefinition one',
		'==important== and ^sup^ and H~2~O': 'important and ^sup^ and H2O',
		'![A cat](cat.png) Text ![](x.png)\n\n[![Badge](https://b/s.svg)](https://b)': 'Text',
		'See [the docs][1] and [here][].\n\n[1]: https://a.b "T"\n[here]: http://c.d':
			'See the docs and here.',
		'Paris is big【12†source】 and old [1][2], says [3, 4]. See ([wiki](https://w.org)).':
			'Paris is big and old, says. See (wiki).',
		'¡**Hola**! ¿Qué tal? 👋 — Bien, _gracias_…': '¡Hola! ¿Qué tal? Bien, gracias…',
		'![[img.png]] See [[Note]] #tag/sub and [[A#B|c]]': 'See Note tag/sub and c',
		'My title\n========\nText below.': 'My title\n\nText below.',
		'my_var_name __init__ file_v2_final.docx': 'my var name init file v2 final.docx',
		'2 * 3 = 6, 2**3 = 8, a*b*c': '2 × 3 = 6, 2 × 3 = 8, abc',
		'Area = length * width, in Rome * Milan *': 'Area = length × width, in Rome, Milan',
		'[a [b] c](https://d.e)': 'a [b] c',
		'Name: ________ Date: ____': 'Name: Date:',
		'一、第一点\n二、第二点\n1、苹果\n（1）香蕉\n★重点★':
			'一、第一点。\n二、第二点。\n1、苹果。\n（1）香蕉。\n重点',
		'---\nTitle of talk: Life\n---\nHello': 'Title of talk: Life\n\nHello',
		'*She smiles and walks over.* "Hello," she says. *winks*':
			'She smiles and walks over. "Hello," she says.',
		'*nods* Okay.\n*leaves the room*': 'Okay.',
		'Roses are red,\\\nviolets are blue.': 'Roses are red,\nviolets are blue.',
		'[//]: # (note)\n[comment]: <> (another one)\nHello.': 'Hello.',
		'## Prices {#prices .wide}\nThree.': 'Prices.\nThree.',
		'\\*not bold\\* and 5 \\* 3': 'not bold and 5 × 3',
		'A fact[citation needed] and more.[edit]': 'A fact and more.',
		'A fact.[1](https://e.com) More [2](#fn2).': 'A fact. More.',
		'(1) Erstens\n2.) Zweitens': '1. Erstens.\n2. Zweitens.',
		'>= 18 years\n\n> quote': '>= 18 years\n\nquote',
		'(i) One\n(ii) Two\niii) Three': 'i) One.\nii) Two.\niii) Three.',
		'[ ] Milk\n[x] Bread': 'Milk.\nBread.',
		'1、第一步\n2、第二步\n（一）好\n（二）不好':
			'1、第一步。\n2、第二步。\n（一）好。\n（二）不好。',
		'１．はじめに\n２．おわりに': '1．はじめに。\n2．おわりに。',
		'Rome grew. ([a.com](https://a.com/R_(1)), [b.com](https://b.com)) It fell ([Wiki](https://w.org/?utm_source=openai)). It rose ([Wiki][1], [BBC][2]).\n\n[1]: https://w.org/?utm_source=chatgpt.com "Rome"\n[2]: https://bbc.com "BBC"':
			'Rome grew. It fell. It rose.',
		'1/ Interest works slowly.\n\n2/ Save early.': '1. Interest works slowly.\n\n2. Save early.',
		'Read [our guide](https://example.com/guide_(new)?a=1&b=2 "Guide") or [the FAQ][faq].\n\n[faq]: https://example.com/faq':
			'Read our guide or the FAQ.',
		'---\ntitle: "Five habits"\ndate: 2026-02-01\ntags:\n- health\n---\n\n# Five habits\n\nDrink water. ![A glass](https://example.com/glass.jpg)\n\nSleep **well**.':
			'Five habits.\n\nDrink water.\n\nSleep well.',
		'**Anna:** Did you see it?\n**Ben:** *laughs* Of course!':
			'Anna: Did you see it?\nBen: laughs Of course!',
		'Use \\*stars\\* and 3\\. place \\#1.': 'Use stars and 3. place #1.',
	},
	'addresses and links': {
		'Hi Tom,\n\nplease write to info@example.com or <sales@example.com>.\n\n> On Mon, Ann wrote:\n>> Old text\n\n--\nBest,\nAnn':
			'Hi Tom,\n\nplease write to info@example.com or sales@example.com.\n\nOn Mon, Ann wrote:\nOld text\n\nBest,\nAnn',
		'See our site (https://example.com/a_(b)) and [https://x.com] <https://y.com/z>.':
			'See our site.',
		'Visit www.example.com/path?x=1&y=2, or example.com!': 'Visit example.com!',
		'**你好**！👋\n\n1. 第一\n2. 第二（见 https://a.cn/）\n\n——完——':
			'你好！\n\n1. 第一。\n2. 第二.\n\n完',
		'[Mail us](mailto:a@b.c) or mailto:a@b.c': 'Mail us or a@b.c',
		'http://localhost:5678/webhook and ftp://x.y/z': '',
		'https://a.b/?q=a,b;c&d=[1]&e=(f)#g': '',
		'Sources:\n[1] https://a.b/c\n[2]: https://d.e': 'Sources:',
		'See https://example.com/a, and the docs.': 'See the docs.',
		'Check out https://a.example or https://b.example!': '',
		'Links: https://a.example, https://b.example, and https://c.example.': 'Links.',
		'This works; see also https://b.example.': 'This works.',
		'Click here: https://x.example/y?z=1 to sign up.': 'Click here to sign up.',
		'Más información en: https://tienda.example.': 'Más información.',
		'Veja: https://br.example — é rápido.': 'Veja, é rápido.',
		'Go to <https://a.example> now.': 'Go now.',
		'Try https://x.example/?q=a%20b&c=1#top!': 'Try!',
		'詳しくは https://a.jp/ をご覧': '詳しくはをご覧',
		'Visit us at https://acme.example or call 555-0199.': 'Visit us or call 555-0199.',
		'Visit www.acme.example, or www.acme.example/shop?x=1.': 'Visit www.acme.example.',
		'Call us today or visit https://a.example. Please visit https://a.example! Subscribe and go to https://a.example.':
			'Call us today. Subscribe.',
		'To book a table, go to https://a.example or call us.': 'To book a table, call us.',
		'Welcome. Our website is https://a.example and our phone is 555. Find us at https://a.example and our shop is open.':
			'Welcome. our phone is 555. Find us and our shop is open.',
		'Visit www.example.com/shop. We ship everywhere.': 'We ship everywhere.',
	},
	HTML: {
		'<p>Hello <b>world</b>!</p><p>Second&nbsp;para.<br/>Line</p><ul><li>One</li><li>Two</li></ul><img src="a.jpg" alt="A cat"><a href="https://x.y">Read more…</a>':
			'Hello world!\n\nSecond para.\nLine\n\nOne.\nTwo.',
		'<table><tr><th>City</th><th>Temp</th></tr><tr><td>Rome</td><td>30</td></tr><tr><td>Oslo</td><td>12</td></tr></table><p>And</p><table><tr><th>City</th><th>Rain</th></tr><tr><td>Rome</td><td>2</td></tr><tr><td>Oslo</td><td>9</td></tr></table>':
			'Rome: 30.\nOslo: 12.\n\nAnd\n\nRome: 2.\nOslo: 9.',
		"<style>p{color:red}</style><script>alert('x')</script><p>Hi</p><!-- comment -->": 'Hi',
		'<div style="display:none">a<div>b</div><p>Hi <b>you</b></p>': 'Hi you',
		'<table><tr><td>a<td>b</table>': 'a, b',
		'<p>Ein m<sup>4</sup> ist viel.</p>': 'Ein m4 ist viel.',
		'<ol start="4"><li>Bake</li><li value="6">Eat</li></ol>': '4. Bake.\n6. Eat.',
		'<ol><li>One</li><li>Two<ul><li>sub</li></ul></li></ol>': '1. One.\n2. Two.\n\nsub.',
		'<![CDATA[<p>Text</p>]]>': 'Text',
		'<p>Text</p>\n<p>The post <a href="https://x">Title</a> appeared first on <a href="https://y">Blog</a>.</p>\n<!-- wp:paragraph -->':
			'Text',
		'<a href="x" title="a > b">link</a> text': 'link text',
		'<?xml version="1.0"?><rss><channel><title>News</title><item><title>One</title><description>Text</description></item></channel></rss>':
			'News.\n\nOne.\n\nText',
		'<think>I should write a script.</think>\n\nHello world.': 'Hello world.',
		"<table width='600'><tr><td><h1>Hi Ann,</h1><p>Big <b>sale</b>!</p></td></tr><tr><td><a href='https://shop'>Shop now</a></td></tr></table>":
			'Hi Ann, Big sale!\nShop now.',
		'**AT&amp;T** &lt;b&gt; &copy; 2024 &euro;5 &frac12;': 'AT&T 2024 €5 ½',
		'10<sup>2</sup> m<sup>2</sup> H<sub>2</sub>O 1<sup>st</sup>': '10² m² H2O 1st',
		'<table><caption>Prices</caption><tr><th>A</th><th>B</th><th>C</th></tr><tr><td>1</td><td>2<br>x</td><td></td></tr></table>':
			'Prices\n\n1: B 2 x.',
		'<p>Hi<o:p></o:p></p><my-tag a="b">there</my-tag>': 'Hi\n\nthere',
		'<p>This is\na long\nparagraph.<br>\nTwo</p>\n<ul>\n<li>One\n  more</li>\n<li>Two</li>\n</ul>\nOne<br/>\ntwo':
			'This is a long paragraph.\nTwo\n\nOne more.\nTwo.\n\nOne\ntwo',
		'<b>One</b>\n\n<i>Two</i>\nThree': 'One\n\nTwo\nThree',
		'<p>Hi</p><p style="display:none">top</p><div hidden><div>a</div>b</div><p>you</p>':
			'Hi\n\nyou',
		'It was proved<sup>1</sup>.': 'It was proved.',
		'<video_script>Hi.</video_script>': 'Hi.',
		'Okay, the user wants a greeting.\n</think>\n\nHello': 'Hello',
		'<table><tr><td>Name:</td><td>Anna</td></tr><tr><td>Tel.:</td><td>123</td></tr></table>':
			'Name: Anna.\nTel.: 123.',
		'<span style="text-decoration:line-through">$20</span> $15': '$15',
		'<script>\nWelcome to part one.\n</script>\n\n<script>\nAnd this is part two.\n</script>':
			'Welcome to part one.\n\nAnd this is part two.',
		'<p>Write daily.</p><hr><p><a href="https://m.example/b">Daily</a> was originally published in <a href="https://m.example/a">The Writer</a> on Medium, where people are continuing the conversation by highlighting and responding to this story.</p>':
			'Write daily.',
		'<p>今日は暑い。</p>\n<p>投稿 <a href="https://a.example/1">猛暑</a> は <a href="https://a.example">ニュース</a> に最初に表示されました。</p>':
			'今日は暑い。',
		'One <br> two <b> three </b> four <hr> five': 'One\ntwo three four\n\nfive',
		'<p>Sleep.</p><figcaption>Photo by <a href="https://a.example">Ann Lee</a> on <a href="https://b.example">Unsplash</a></figcaption><p>Eat.</p>':
			'Sleep.\n\nEat.',
		"<p>Rome is old. <a href='https://x.example'>Continue reading <span>“Rome”</span></a></p>":
			'Rome is old.',
		'<!DOCTYPE html><html><head><title>Menu</title><style>p { color: red }</style></head>\n<body><!-- the menu --><h1>Menu of the day</h1>\n<ol><li>Tomato soup</li><li>Fish</li></ol>\n<table><tr><th>Dish</th><th>Price</th></tr><tr><td>Soup</td><td>&euro;4</td></tr></table>\n<script>track("view");</script></body></html>':
			'Menu of the day.\n\n1. Tomato soup.\n2. Fish.\n\nSoup: €4.',
		'<table><tr><td><p>Hello there <emphasis>now</emphasis></p><p>World of words</p></td></tr></table>':
			'Hello there <emphasis>now</emphasis>. World of words.',
	},
	'other markup': {
		'Hello :smile: and :rocket: [gallery id=1] [/caption]': 'Hello and.',
		'Hi <@U123ABC>, see <https://ex.com/a|the doc> <!here> :tada:': 'Hi, see the doc.',
		'||spoiler|| <:pog:123456> <t:1700000000:R> <#987> ok': 'spoiler ok',
		'[b]Hello[/b] [url=https://x.y]site[/url] [img]https://x.y/a.png[/img] [quote=Ann]hi[/quote]':
			'Hello site hi',
		"== Heading ==\n'''Bold''' and ''it'' [[Paris|the city]] and [[Rome]].<ref>Book</ref>":
			'Heading.\nBold and it the city and Rome.',
		'The sky is blue ([Wikipedia](https://en.wikipedia.org/wiki/Sky), [NASA](https://nasa.gov)). :contentReference[oaicite:0]{index=0}':
			'The sky is blue (Wikipedia, NASA).',
		'1\n00:00:01,000 --> 00:00:04,000\nHello there.\n\n2\n00:00:05,000 --> 00:00:07,500\nHow are you?':
			'Hello there.\n\nHow are you?',
		'[00:00:01.000 --> 00:00:04.000]  Hello': 'Hello',
		'00:00:01.500 --> 00:00:04.000 Hello.\n00:00:05.000 --> 00:00:08.000 Bye.': 'Hello.\nBye.',
		'0:00:01.000,0:00:04.000\nHello.\n\n0:00:05.000,0:00:08.000\nBye.': 'Hello.\n\nBye.',
		'1\n00:00:01,000 --> 00:00:04,000 X1:40 X2:600\nHello.\n\n2\n00:00:05 --> 00:00:08 align:start\n7 bees':
			'Hello.\n\n7 bees',
		'<|im_start|>assistant\nHello.<|im_end|>': 'Hello.',
		'[cite_start]Rome grew[cite: 3]. It fell [cite: 1, 2]. [cite_start]It rose.':
			'Rome grew. It fell. It rose.',
		'[row][col][text]Hello[/text][/col][/row] [sic]': 'Hello [sic]',
		'please tell <#C0123|support> and <@U02ABC|maria>': 'please tell support and maria',
		"0:00\nhello and welcome\n0:04\nlet's bake\n1:02:03\nbye": "hello and welcome\nlet's bake\nbye",
		'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.160 --> 00:00:02.000 align:start\nhello<00:00:00.480><c> and</c><00:00:00.640><c> welcome</c>':
			'hello and welcome',
		'<|channel|>analysis<|message|>They want it short.<|end|><|start|>assistant<|channel|>final<|message|>Good night.<|return|>':
			'Good night.',
		'Officials said… [+3456 chars]': 'Officials said…',
		'1\n00:00:03,500 --> 00:00:05,000\n{\\an8}- Hello.\n- Hi.': 'Hello.\nHi.',
		'0:00 hello and welcome\n0:03 today we bake\n1:02 bye': 'hello and welcome\ntoday we bake\nbye',
		'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ann Lee>Hello.': 'Hello.',
		'00:00:12 Ann: Hello.\n00:00:15 Ben: Hi.': 'Ann: Hello.\nBen: Hi.',
		'1\n00:00:01 --> 00:00:03\nHello.': 'Hello.',
		'WEBVTT\n\n00:00.160 --> 00:02.389\n \ngood<00:00.480><c> morning</c>\n\n00:02.389 --> 00:02.399\ngood morning\n \n\n00:02.399 --> 00:05.000\ngood morning\nwe<00:02.800><c> bake</c>\n\n00:05.000 --> 00:05.010\nwe bake\n \n':
			'good morning\nwe bake',
		'09:00 --> 10:00\nYoga': '09:00, 10:00\nYoga',
	},
	SSML: {
		'Wait <break time="1s"/> **now**. <prosody rate="slow">Slow & <emphasis>clear</emphasis></prosody> &amp; ok':
			'Wait <break time="1s"/> now. <prosody rate="slow">Slow & <emphasis>clear</emphasis></prosody> &amp; ok',
		'<speak>重<phoneme alphabet="py" ph="chong2">庆</phoneme>，**你好**<break time="500ms"/> 🎉</speak>':
			'<speak>重<phoneme alphabet="py" ph="chong2">庆</phoneme>，你好<break time="500ms"/> </speak>',
		'<sub alias="water">H2O</sub> is H<sub>2</sub>O, an unknown <name> stays.':
			'<sub alias="water">H2O</sub> is H2O, an unknown <name> stays.',
	},
	emoji: {
		'It arrives in <3 days ❤.': 'It arrives in <3 days.',
		'Bread ( 🍞 rye) and cake (🎂 plum) [ 🎉 ] ( 🎂 ) for « 🥐 Paul » :( 😢 bye':
			'Bread (rye) and cake (plum) for « Paul » bye',
		'안녕하세요! ^^ ㅋㅋㅋ\n\n• 하나\n• 둘 ~~': '안녕하세요! ㅋㅋㅋ\n\n하나.\n둘.',
		'**Xin chào** các bạn 🇻🇳': 'Xin chào các bạn.',
		'✔\ufe0e text ❗\ufe0f now ‼\ufe0f wow ⁉\ufe0f ™\ufe0f ©\ufe0f ▶\ufe0f play ⏸ pause ⚠\ufe0f Warning':
			'text now wow play pause Warning.',
		'🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f} Wales': 'Wales.',
		'I failed.\n\nThen I learned:\n\n→ Ask\n→ Listen\n→ Ship\n\nAgree? 👇\n\n♻\ufe0f Repost':
			'I failed.\n\nThen I learned:\n\nAsk.\nListen.\nShip.\n\nAgree?\n\nRepost.',
		'I love 🇫🇷🇩🇪 and 🏳\ufe0f\u200d🌈🏴\u200d☠\ufe0f!': 'I love and!',
		'1\ufe0f⃣ First\n2\ufe0f⃣ Second\n🔟 Ten\n*\ufe0f⃣ star':
			'1. First.\n2. Second.\n10. Ten.\nstar.',
		'So good <3! Ha! XD\nI <3 Rome xD': 'So good! Ha!\nI Rome.',
		'Made with <3 in Berlin.': 'Made with in Berlin.',
		'Thanks so much <3 see you! Love it <3 bye': 'Thanks so much see you! Love it bye',
		'I <3 you ♥ ❣\ufe0f 💕.': 'I you.',
		'你好！😀欢迎。': '你好！欢迎。',
		'Yes :+1: go :100:': 'Yes go.',
		'5➕3 and 6 ➖ 2, ➕ more': '5 + 3 and 6 − 2, more',
		'1\ufe0f⃣0\ufe0f⃣ Tipps\n5\ufe0f⃣0\ufe0f⃣% off': '10. Tipps.\n50% off',
		'## Step 1\ufe0f⃣: Start\nGo.': 'Step 1: Start.\nGo.',
		'真的吗❓是的': '真的吗？是的',
		'姐妹们‼\ufe0f这款很好': '姐妹们！这款很好',
		'Great news❗\ufe0f❗\ufe0f We open': 'Great news! We open',
		'## 产品介绍\n\n我们的**新款耳机**有三个特点：\n\n- 🎧 音质清晰\n- 🔋 续航三十小时\n- 轻便舒适\n\n欢迎选购！🛒':
			'产品介绍。\n\n我们的新款耳机有三个特点：\n\n音质清晰。\n续航三十小时。\n轻便舒适。\n\n欢迎选购！',
	},
	hashtags: {
		'Start now. #AI #startup\n#launch\n#product': 'Start now.',
		'#2026trip #2027trip\nHello world.': 'Hello world.',
		'Neu im Shop!\n\n✨ #mode #herbst ✨': 'Neu im Shop!',
		'#mode\n\nText darunter': 'mode\n\nText darunter',
		'Hello.\n\n**Hashtags:** #a #b': 'Hello.',
		'We are open! #cafe #rome\n**Come in.** #now\nOpen 🎉 #cafe #rome #now':
			'We are open!\nCome in.\nOpen',
		'We love #tea, #milk, #cake': 'We love tea, milk, cake',
		'Summer is here!\n\n**Caption:** Only summer ☀\ufe0f #summer\n**Suggested hashtags:** #sun #sea':
			'Summer is here!',
	},
	'what is struck out': {
		'~~old~~ new ~tilde~ ~5 min': 'new tilde ~5 min',
		'*Angebot* heute nur _19 €_ ~29 €~ ```Code10```': 'Angebot heute nur 19 € Code10',
		'Now <ins>$29</ins> <del>$49</del> for <s>old</s> new.': 'Now $29 for new.',
		'哈哈~~今天~~ 좋아요~~': '哈哈今天 좋아요',
		'Ancien prix : ~~29,90 €~~ → **19,90 €**': 'Ancien prix : 29,90 €, 19,90 €',
		'Was ~~$49~~ now $29. De ~~R$ 89~~ por R$ 59.': 'Was $49 now $29. De R$ 89 por R$ 59.',
		'原价~~199元~~现价99元': '原价199元现价99元',
	},
	formulas: {
		'The formula $E=mc^2$ and \\(a^2 + b^2\\) and $$\\frac{1}{2}$$ done. \\[x = y\\]':
			'The formula E=mc² and a² + b² and 1/2 done. x = y',
		'If $x > 0$ then $f(x)$ and $\\alpha+\\beta$; cost is $5.':
			'If x > 0 then f(x) and alpha + beta; cost is $5.',
		'So $x^{3} + y^3$ is it.': 'So x³ + y³ is it.',
	},
	'signs, dashes and numbers': {
		'A → B, c -> d => e, Home > Blog > Post, x <- y': 'A, B, c, d, e, Home > Blog > Post, x, y',
		'Wait.... what?!?! No!!!': 'Wait… what?!?! No!',
		'Yes — no – maybe -- ok - fine, well-known, 1-2, pages 3–4':
			'Yes, no, maybe, ok - fine, well-known, 1-2, pages 3–4',
		'Well… ok… [...] and (…)': 'Well… ok… … and …',
		'♪ La la ♫': 'La la',
		'first_last@example.com or a_b_c@x_y.com': 'first_last@example.com or a_b_c@x y.com',
		'Coca‑Cola® and iPhone™℠': 'Coca‑Cola and iPhone',
		'Really??? Yes!!!! Hmm... ok?! ¿¿Qué?? ！！': 'Really? Yes! Hmm... ok?! ¿Qué?！',
		'—Hola —dijo Ana—. ¿Qué tal?': 'Hola, dijo Ana. ¿Qué tal?',
		'**Olá**! R$ 1.000,00 – 50%': 'Olá! R$ 1.000,00, 50%',
		'Thanks @anna and (@jane_doe), mail a@b.example':
			'Thanks anna and (jane doe), mail a@b.example',
		'As shown [^1^][^2^]. More text.¹² 5 m² remain.': 'As shown. More text. 5 m² remain.',
		'他说：“你好！”——然后离开了……': '他说：“你好！”，然后离开了……',
		'السعر ١٢٣ ريال — خصم ٥٠٪ 🎉': 'السعر ١٢٣ ريال، خصم ٥٠٪.',
		'今天打折 #打折# 快来！': '今天打折 打折 快来！',
		'Fußnote¹ und 5 km².\n\n¹ Quelle: Wikipedia': 'Fußnote und 5 km².\n\nQuelle: Wikipedia',
		'It takes 2 – 3 hours and 5 % – 10 % more.': 'It takes 2–3 hours and 5 %–10 % more.',
		'Chapter 3 – 5 ways': 'Chapter 3, 5 ways',
		'It costs €5 – €10, or 5 € – 10 €.': 'It costs €5–€10, or 5 €–10 €.',
		'A <-> B <=> C': 'A, B, C',
		'One\n\n⸻\n\nTwo ⸻ three': 'One\n\nTwo, three',
		'Liebe *Kolleg*innen*, Lehrer*innenzimmer, **Leser**in, Bürger_innen und User_in_name':
			'Liebe Kolleg*innen, Lehrer*innenzimmer, Leserin, Bürger_innen und User in name',
		'Ten years ago – 12 of us – it began.': 'Ten years ago, 12 of us, it began.',
		'9am – 5pm, 9 Uhr – 17 Uhr, A – B': '9am–5pm, 9 Uhr–17 Uhr, A, B',
		'DAX ▲ 2.3%, Dow ▼ 1.1 %': 'DAX +2.3%, Dow −1.1 %',
		'Mo – Fr 9:00 – 18:00 Uhr': 'Mo–Fr 9:00–18:00 Uhr',
		'Mar 21 – Apr 19': 'Mar 21–Apr 19',
		'12. – 14. Mai': '12.–14. Mai',
		'Q1 – Q3': 'Q1–Q3',
		"He said--and I quote--'never'.": "He said, and I quote, 'never'.",
		'ErgoChair Pro™ • Mesh back • 5-year warranty | Free returns':
			'ErgoChair Pro, Mesh back, 5-year warranty, Free returns',
	},
	'characters and blanks': {
		'zero\u200bwidth \u200b word\ufeff and soft\u00adhyphen \u202eRTL\u202c \u0007bell':
			'zerowidth word and softhyphen RTL bell',
		'𝗕𝗼𝗹𝗱 𝓯𝓪𝓷𝓬𝔂 𝕏 ⓐⓑⓒ 🅰\ufe0f ①②③ ₿': 'Bold fancy X abc 1 2 3 ₿',
		'① Mix\n② Bake it': '1. Mix.\n2. Bake it.',
		'5* hotel, ****, ★★★★☆ rating': '5 hotel, rating',
		'•\u00a0First\r\n•\u00a0Second\r\no\tSub\r\n\uf0b7\tThird': 'First.\nSecond.\no Sub\nThird',
		'00:00 Intro\n01:23 Main part\n\n👍 Like & subscribe!\n🔗 https://youtu.be/abc\n#shorts #fyp':
			'00:00 Intro\n01:23 Main part\n\nLike & subscribe!',
		'a\ud83d b': 'a b',
		'Hello (😊) world [🎉]': 'Hello world',
		'【重要】明日は*休み*です！！\n\n①りんご　②みかん\n■見出し\n→次へ':
			'【重要】明日は休みです！\n\n1 りんご 2 みかん\n見出し。\n次へ',
		'Set `max_tokens` to `100` and call `foo()`; use ``a`b``.':
			'Set max tokens to 100 and call foo(); use ab.',
		'Facts here \ue200cite\ue202turn0search1\ue201 end.': 'Facts here end.',
		'Auf\u200clage wo\u200drld\u034f': 'Auflage world',
		'Hello.\\nWorld\\n- one': 'Hello.\nWorld\none.',
		'👉 链接：https://m.example/h': '链接：',
		'Ｆｕｌｌ ２０２６': 'Full 2026',
		'e\u0301te\u0301, u\u0308ber': 'été, über',
		'Caf\ufffd \ufffd is open.': 'Caf is open.',
		'... ... And go.': '… And go.',
		'caf\\u00e9': 'café',
		'The company has offices in twelve countries and more than three thousand em-\nployees, also in the old Haus- und Grundbesitzer\nclub.':
			'The company has offices in twelve countries and more than three thousand employees, also in the old Haus- und Grundbesitzer club.',
		'The eﬃcient so\u00adlu\u00adtion\u00a0works.': 'The efficient solution works.',
	},
	'where sentences end': {
		'**Q:** What is it?\n**A:** A tool.\n\n**Q: Why?**\nBecause.':
			'Q: What is it?\nA: A tool.\n\nQ: Why?\nBecause.',
		'# Title <break time="1s"/>\n- item <break/>': 'Title. <break time="1s"/>\nitem. <break/>',
		'# عنوان\n1. أول\n2. ثان؟\n[رابط](https://a.b)': 'عنوان.\n1. أول.\n2. ثان؟\nرابط',
	},
};

/** What stands around a text of which nothing but "Hello." is said. */
export const aroundTexts: readonly string[] = [
	'Voici votre texte :\n\nHello.',
	'**Final script:**\n\nHello.',
	'Final Answer: Hello.',
	'Hello.\n\n*(Approx. 45 seconds)*',
	'Hello.\n\nDer Beitrag Rom erschien zuerst auf Blog.',
	'Hello.\n\n(This script is about 30 seconds long.)',
	'Hello.\n\n*Note: I kept the tone friendly.*',
	'Hello.\n\nWenn du möchtest, kann ich den Text kürzen.',
	'Hello.\n\nSe quiser, posso adaptar.',
	'Hello.\n\nSe vuoi, posso accorciarlo.',
	'Hello.\n\nЕсли хотите, я могу сделать короче.',
	'Avec plaisir ! Voici un script :\n\nHello.',
	'Certainly! Below is a short, engaging script for your video.\n\nHello.',
	'Natuurlijk! Hier is een script voor je video:\n\nHello.\n\nLaat me weten of je iets wilt aanpassen!',
	'Oczywiście! Oto scenariusz filmu:\n\nHello.\n\nDaj znać, jeśli chcesz coś zmienić!',
	'Elbette! İşte videonuz için metin:\n\nHello.\n\nİsterseniz daha kısa bir versiyon hazırlayabilirim.',
	'بالتأكيد! إليك نص الفيديو:\n\nHello.\n\nهل ترغب في أن أجعله أقصر؟',
	'ज़रूर! यहाँ आपकी वीडियो स्क्रिप्ट है:\n\nHello.\n\nक्या आप चाहेंगे कि मैं इसे छोटा करूँ?',
	'Chắc chắn rồi! Dưới đây là kịch bản cho video:\n\nHello.\n\nBạn có muốn tôi rút ngắn không?',
	'當然可以！這是為您撰寫的腳本：\n\nHello.\n\n需要我再幫您縮短一點嗎？',
	'承知しました。以下がナレーション原稿です。\n\n---\n\nHello.\n\n---\n\n必要に応じて修正いたします。',
	'**Title:** Three Tips\n**Duration:** 45 seconds\n\n**Script:**\n\nHello.',
	'<div class="md"><p>Hello.</p></div> &#32; submitted by &#32; <a href="https://r.example/u"> /u/cat_dad </a> <br/> <span><a href="https://r.example/1">[link]</a></span> &#32; <span><a href="https://r.example/1">[comments]</a></span>',
	'Hello.\n\nSent from my iPhone',
	"I'll create a warm script for your bakery. Here it is:\n\n---\n\nHello.",
	'Hello. Weiterlesen',
	"Hello.\n\nLet me know if this works for you or if you'd like any changes!",
	'Hello.\n\nMöchten Sie, dass ich den Text anpasse?',
	'Hello.\n\n더 짧게 수정해 드릴까요?',
	'Hello.\n\n---\n*This script runs about 15 seconds. Want me to try another angle?*',
	'Hello.\n\n### Production Notes\n- Use upbeat music\n- Keep cuts short',
	'Hello.\n\n**Caption:**\nOslo in 10 seconds! 🇳🇴 #oslo',
	'Hello.\n\n（字数：15字）',
	"I'll write a short script for you.\n\n**Script:**\n\nHello.\n\nI kept it under 20 words. Happy to adjust the tone.",
	"Below you'll find a script for your video.\n\nHello.\n\n*Estimated runtime: 3 seconds*",
	'Hello.\n\nKey changes I made:\n- Shortened the intro\n- Added a hook',
	'Hello.\n\nI hope this script works well! Let me know if you need any changes.',
	'Hello.\n\nUnsubscribe: https://u.example/x?y=1\nView in browser (https://v.example)',
	'View this email in your browser\n\nHello.\n\nUnsubscribe | Manage preferences',
	'**[START]**\n\nHello.\n\n[END SCRIPT]',
	':::writing{variant="standard" id="48312"}\nHello.\n:::',
	'AVATAR: Hello.\nVISUAL: A logo.',
	'| Time | Audio/Voiceover | Video |\n|---|---|---|\n| 0:00 | Hello. | Colosseum |',
	'| 映像 | セリフ |\n|---|---|\n| 海 | Hello. |',
	'**[Scena 1]**\n**Lektor:** Hello.',
	'**[Sahne 1]**\n**Anlatıcı:** Hello.\n**Müzik:** piyano',
	'**[ฉาก 1]**\n**ผู้บรรยาย:** Hello.',
	'**[Cảnh 1]**\n**Người dẫn:** Hello.',
	'**(0:00-0:05) A busy office.**\n\n**Narrator:** Hello.',
	'**Duration:** 60 seconds\n\n## Intro (0:00–0:10)\nHello.',
	'Hello.\n\n[Unsubscribe](https://a.b/c) | View in browser | View online',
	'FADE IN:\n\nINT. HIVE - DAY\n\nNARRATOR (V.O.)\nHello.\n\nFADE OUT.',
	'*(warmly)* Hello.',
	'好的！以下是口播文案：\n\n【开头】\nHello.\n\n（全文约50字，时长约15秒）',
	'Hello.\n\n**Estimated time:** 30 seconds',
	'Hello.\n\nWords: ~52',
	'Hello. Read more ...',
	'¡Claro! Aquí tienes el guión:\n\nHello.',
	'Hier ist dein überarbeiteter Text:\n\nHello.',
	'はい、30秒の動画の台本です。\n\nHello.',
	'Hello.\n\n(约50字，时长约15秒)',
	'Hello.\n\n（30秒钟）',
	'**Estimated duration:** 60 seconds\n\nHello.',
	'Hello.\n\n**Estimated duration:** ~1 minute',
	'**Host:** Hello.\nEstimated time: 2 minutes',
	'Here is the rewritten article:\n\nHello.',
	'Sure! Here is the rewritten article:\n\nHello.',
	'Here is the translated article in German:\n\nHello.',
	'Hier ist der überarbeitete Artikel:\n\nHello.',
	'Hier ist der Entwurf für die Rede:\n\nHello.',
	'Voici l’article révisé :\n\nHello.',
	"Here's your video script! 🎬\n\nHello.",
	"Hello.\n\nIf you'd like a longer version, just let me know.",
	'Hello.\n\n**Total word count: 52 words**',
	'نص الفيديو:\n\nHello.',
	'대본:\n\nHello.',
	'Hello.\n\nGerne passe ich den Text noch an!',
	'Hello.\n\nAuf Wunsch erstelle ich eine kürzere Version.',
	'Hello.\n\nIch kann das Skript auch gerne kürzer machen.',
	'Hello.\n\nPuedo ajustarlo si quieres.',
	'Hello.\n\nTambién puedo hacer una versión más corta.',
	'Hello.\n\nCon gusto adapto el guion.',
	'Hello.\n\nJe peux adapter le texte si vous le souhaitez.',
	'Hello.\n\nJe peux aussi proposer une version plus courte.',
	'Hello.\n\nPosso adattarlo se vuoi.',
	'Hello.\n\nPosso anche creare una versione più breve.',
	'Hello.\n\nPosso ajustar o texto se quiser.',
	'Hello.\n\nTambém posso criar uma versão mais curta.',
	'Hello.\n\nI can also make it shorter if you like.',
	'Hello.\n\nI can adjust the tone if needed.',
	'**Script (approx. 75 words):**\n\nHello.\n\n**Word Count:** 75',
	'以下が30秒の台本です。\n\nHello.',
	'承知いたしました。以下の原稿をご確認ください。\n\n---\n\nHello.',
	'Конечно! Вот сценарий:\n\nHello.\n\nХотите, я сделаю его короче?',
	'Jasne! Oto scenariusz na 30 sekund:\n\nHello.',
	'**(Video opens with a hive)**\n\n**Narrator:** Hello.\n\n(Screen shows the logo.)',
	'Hello.\n\nOn Mon, Nov 16, 2026 at 9:00 AM Ben <ben@example.com> wrote:\n> Hi!\n>\n> Open?',
	'Hello.\n\nAm Mo., 16. Nov. 2026 um 09:00 Uhr schrieb Ben <ben@example.com>:\n\n> Hi!',
	'**Visual:** A busy hive\n\n**Narrator (Voiceover):** Hello.\n\n**(Screen shows a flower)**',
	'![][image1]\n\nHello.\n\n[image1]: <data:image/png;base64,iVBORw0KGgo=>',
];

/** What a voice is given as it is, although some of it looks like what is taken out of other texts. */
export const staying: readonly string[] = [
	'[Insert product name] makes mornings easy.',
	'Visuals: 9 of 10\nAudio: 8 of 10\nCamera: 48 MP',
	'An essay has three parts.\nIntroduction: say what comes.\nBody: say it.\nConclusion: repeat it.',
	'It comes in <3 business days, for <3 people, and weighs <3 kg.',
	'It costs $5.99, €10, £3, ¥500, 20 % off, 3–5 days, 10 × 20 cm, ±3, ½ cup, 5°C, 50km/h, $1,000,000',
	'Our cable.\nLet me know if you need a longer cable.',
	'<speak>Hi <break time="500ms"/> <say-as interpret-as="digits">123</say-as> <phoneme alphabet="py" ph="chong2">重</phoneme></speak>',
	'<speak><p><s>One.</s><s>Two.</s></p></speak>',
	'می\u200cخواهم کتاب\u200cها',
	'क्\u200dष and श्री',
	'“Hello,” she said, ‘fine’ «oui» „nein“ ‹x›',
	'R&B, Q&A, salt & pepper',
	'v1.2.3, 192.168.0.1, 10:30, 2024-05-01, 1,5',
	'CO₂, H₂O, m², x³, 10⁶',
	'Am 1. Mai, 2. Platz\n3. Oktober ist Feiertag',
	'Hello <break time="1s"> world <emphasis>x',
	'+5%, -3%, ~10 %, >50%, <5 min, ≥18, ≤3',
	'+49 (0)30 123-456, 1-800-555-1234',
	'e.g. this, i.e. that, z.B. so, Dr. No, U.S.A.',
	'Write to Ann.Lee+x@Mail.Example.CO.UK!',
	'A <break time="1s"/> <s>One.</s>',
	'{"a": 1, "b": [true]}',
	'A <mark name="x"/> b',
	'Open C:\\news\\notes',
	'The (short) pause [of my life] (music) is [said].',
	"Here's the plan:\n\nWe start now. Let me know if you liked it!",
	'(a) tea, (b) milk',
	'>5 days',
	'1. FC Köln spielt\nheute',
	'Script: the movie was good.',
	'【重要通知】明天放假。\n（音乐会将于周五举行）\n【镜头质量】很好（一）',
	'The post Rome appeared first on Blog.',
	'I baked.\n\nNote: I used oat milk.',
	'Hello.\n\nWould you like a free consultation?',
	'Music: we love it.\nFood: even more.',
	'Of course! This is a true story. It happened in 1990.\n\nI was ten.',
	'Debt is no fate.\n\nIf you want, I can check your credit score.',
	'Here is why every script needs a hook:\n\nPeople scroll on.',
	'This is what most voice-over artists get wrong:\n\nThey rush.',
	'The array [1, 2, 3] has three numbers, and x = [4, 5] has two. Sizes: [7, 8]',
	'Click [Edit], press [1], [2], hit [Pause], and tap on [Music]. Klicken Sie auf [Pause].',
	'Push-ups.\n(Rest: 30 seconds)\n(Plan to stay an hour.)\nWell done. (Music, dance and fun) Bye. (Zoom link below)',
	'İşte yeni menümüz:\n\nMercimek çorbası.',
	'Add salt.\n\nFeel free to adjust to your own taste.',
	'您的预约已确认。\n\n如需修改预约，请拨打客服电话。',
	'好了。\n\n希望对你有帮助！关注我看更多短视频，我们改天见！',
	'設定画面を開きます。\n\n必要に応じて設定を変更してください。',
	'Otelimiz açık.\n\nİsterseniz daha uzun süre kalabilirsiniz.',
	'مرحبا.\n\nإذا كنت تريد تغيير حياتك، اشترك الآن.',
	'Name: Anna\nJob: Pilot\n\nAnna flies around the world.',
	'Where is honey from?\n\nSources:\nClover and lavender.',
	'Scene 1 is set in Verona.\nScene 2 follows.',
	'Hook: a bent piece.\nLine: a thread.',
	'She went (in a hurry) home.',
	'9:00\nWelcome\n10:30\nCoffee',
	'Unsere Angebote gelten für alle Bewohner der Alt-\nund Neustadt.',
	'10–15 seconds: hold it.',
	'Host: Welcome!\nGuest: Hi.\nHost: So?',
	'Moderator: a substance that slows neutrons.',
	// Like what is removed around texts, but said by somebody.
	'以下の三つが台本のこつです。\n\n短く書く。',
	'以下の番号をご確認ください。\n\n12番です。',
	'Пчёлы спят.\n\nХотите, я сделаю вам чай?',
	'Press the red button.\n(Screen shows the time.)\n(Video starts at nine.)',
	'On Monday at 9:00 she wrote:\nI am fine.',
	'Date: 5 May\nSpeaker: Dr. Anna Lee',
	'(Sound familiar?)\nThen call us.',
	'(Happy) birthday to you.',
	"Here's the draft beer list:\n\nPils and ale.",
	'Scene 1: A street in Verona.\n\nSpeaker: check the cable.\nScreen: check the plug.',
	"I'll write you a letter from Rome:\n\nDear Ann, it is warm.",
	'Read more books.\n\nIf you like it, read more',
	'Thank you. Here is my story:\n\nI was born in Rome.',
	'Suits.\n\nHappy to adjust any dress while you wait!',
	'23:00–0:30 Live music\n0:30–4:00 DJ',
	'Here is what your subscription includes:\n\nTen videos a month.',
	'Aqui está o roteiro da viagem:\n\nRoma e Milão.',
	'Titel: Der Wald\nAutor: Ben Moss\nSprecherin: Anna Lee\nDauer: 6 Stunden\n\nEin Roman.',
	'Narrator: Anna Lee\n\nIt was late in May.',
	'Narrator: Dr. Anna Lee and Ben Moss\nDuration: 6 hours\n\nA novel.',
	'Estimated time: 2 hours\nTools: a saw\n\nCut the wood.',
	'Music: Anna Lee\nWords: Ben Moss, 1999',
	'Scroll less. Read more.',
	'A tripod.\n(Camera not included)\n(Shot on a phone)\n(Cut-off date: 5 May)',
	'(Intro offer: 50% off)\n(Zoom meeting: 5 p.m.)\n(Music on Friday)\n(Logo on request)\nCome!',
	'(Bild auf Anfrage)\n(Cena a las ocho)\n(Plan para dos)\nHola.',
	'A cheap ride (short ride) for curls (soft waves). Add eggs (beat gently).',
	'Firms with <3 desks pay nothing. XD is a program.',
	'はい！今日の原稿はラジオです。\n\n（中间有休息）\n【中间商】不赚差价。',
	'Workshop (10:00–12:00): baking bread.\nPlank (30–45 sec): hold it.',
	'(9:00) Breakfast\n(10:00 a.m.) Hike\n05/12/2026 20:00: Opera: Aida',
	'0:00–0:15 a.m.: fireworks\n0:15–2:00 a.m.: party\nMusic: DJ Ben',
	'2026 was a good year.\n-5 degrees at night.\n+49 30 1234 is our number.',
	'We are #1 in Europe, see issue #42.',
	'はい、最初に読んだのは映画の脚本です。\n面白かったです。',
	'네, 제 일은 대본입니다.\n매일 씁니다.',
	'焼きます。\n（30秒後に裏返す）',
	'煎鸡蛋。\n（30秒后翻面即可）',
	'感想を送ってください。\n（400字以内で書くこと）',
	'Fry the egg.\n\nEstimated time: 10 minutes.',
	'Estimated time: 30 seconds to one minute\n\nPress the button.',
	'Here is the revised blog schedule:\n\nPizza on Monday.',
	'Hier ist die überarbeitete Postkarte:\n\nSie zeigt Rom.',
	'Hier ist der Entwurf für die neue Reederei:\n\nSie hat zwei Schiffe.',
	'Voici le scénario catastrophe :\n\nIl pleut.',
	'Brillen von Moss.\n\nGerne passe ich Ihre Brille an.',
	'Ich bin Coach.\n\nGerne erstelle ich dir einen längeren Plan.',
	'Ich liebe Gedichte.\n\nIch kann den Text auswendig.',
	'Ich bin Texterin.\n\nGerne schreibe ich den Text für Ihre Website.',
	'Canto desde niña.\n\nPuedo hacer una versión de tu canción.',
	'Soy sastre.\n\nPuedo ajustar tu vestido si quieres.',
	'Mon atelier.\n\nJe peux adapter votre cuisine si vous le souhaitez.',
	'Sono sarta.\n\nPosso accorciare i tuoi pantaloni.',
	'Sou alfaiate.\n\nPosso ajustar o seu vestido se quiser.',
	'I am a tailor.\n\nI can adjust the length of your dress if needed.',
];
