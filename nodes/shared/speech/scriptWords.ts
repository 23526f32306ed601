import { oneOf } from './patterns';

/*
 * The words by which a script tells what is seen, heard and said, in the languages of the voices. Each list is the
 * source of a pattern. A word that is missing is added under the code of its language.
 */

/** The labels of the first and the last part of a short video, which no other text has both. */
export const HOOK = oneOf({
	en: 'hook',
	de: 'einstieg|aufhänger',
	es: 'gancho',
	fr: 'accroche',
	it: 'gancio',
	zh: '钩子',
	ja: 'フック',
});
export const CALL_TO_ACTION = oneOf({
	en: 'cta|call[- ]to[- ]action',
	de: 'handlungsaufforderung',
	es: 'llamad[oa] a la acción',
	fr: "appel à l['’]action",
	pt: 'chamada para (?:a )?ação',
	zh: '行动号召',
});

/** The names of the last part of any script. */
export const LAST_PARTS = oneOf(CALL_TO_ACTION, 'conclusion|outro');

/** The names of its other parts. */
export const OTHER_PARTS = oneOf({
	en: 'intro(?:duction)?|body|main(?: (?:content|part|points?))?|problem|solution|conclusion|outro',
	de: 'hauptteil|lösung',
	es: 'cuerpo|desarrollo|problema|solución|cierre',
	fr: 'corps|développement|problème',
	it: 'corpo|soluzione',
	pt: 'desenvolvimento|solução',
});

/** The names of the parts of a song. */
export const PARTS_OF_SONG = oneOf({
	en: 'verse|pre-?chorus|chorus|hook|bridge|refrain|interlude',
	de: 'strophe',
	es: 'estribillo|estrofa|verso',
	fr: 'couplet',
	it: 'ritornello|strofa',
	pt: 'refrão',
	ru: 'куплет|припев',
	zh: '副歌|主歌',
});

/** How the description of a picture or a sound begins, which fills a line in brackets: "[Cut to: office]". */
export const SCENES = oneOf({
	en: [
		'scene|shot|cut|fade|visuals?|on[- ]?screen|text on screen|b-?roll|camera|close-?up|(?:opening|closing|wide) shot|int\\.|ext\\.',
		'upbeat|(?:background )?music|intro|outro|sfx|sound|transition|animation|graphic|title card|logo|zoom|pan',
		'(?:text )?overlay|lower third|superimpose',
		'(?:show|display|insert) (?:clip|footage|graphics?|image|logo|map|photo|picture|product|text)',
		'(?:clip|footage|illustration|image|photo|picture|slide|video)(?= ?[:：])',
	].join('|'),
	de: 'szene|kamera|schnitt|einblendung|musik|bild|(?:folie|foto)(?= ?[:：])|nahaufnahme|ende des skripts',
	es: 'escena|cámara|corte|toma|plano|música|imagen(?= ?[:：])',
	fr: 'scène|caméra|plan(?! to )|musique',
	it: 'scena|inquadratura',
	pt: 'cena|câmera',
	nl: 'beeld|muziek',
	pl: 'ujęcie|muzyka',
	ru: 'сцена|камера|музыка',
	tr: 'sahne|müzik',
	id: 'adegan',
	vi: 'cảnh|âm nhạc|nhạc nền',
	ar: 'المشهد|مشهد|موسيقى|الموسيقى|الكاميرا',
	he: 'סצנה|מצלמה|מוזיקה|מוזיקת רקע',
	hi: 'दृश्य|संगीत',
	th: 'ฉาก|(?:เสียง)?ดนตรี',
	zh: '[画畫]面|[镜鏡][头頭]|[场場]景|音[乐樂]',
	ja: 'シーン|カメラ|音楽',
	ko: '장면|카메라|(?:배경 ?)?음악|효과음',
});

/** Those with which a remark for the listener may begin, too: "(Camera not included)", "(Cena incluida)". */
export const SCENES_OR_REMARKS = oneOf({
	en: 'scene|shot|cut|visuals?|camera|music|intro|outro|sound|transition|animation|graphic|logo|zoom|pan|hook',
	de: 'bild',
	es: 'corte|toma|plano',
	fr: 'plan',
	pt: 'cena',
});

/**
 * What follows such a word in a direction: "camera zooms in", "sound of rain", "music: piano", "sound effect: rain",
 * "zoom on face", "corte a la cocina".
 */
export const BEHIND_SCENE = oneOf(
	' ?[:：,)\\]–—\\d]| - | (?:of|to|in|out|from|over|up|down|left|right|back|background)(?!\\p{L})| (?:soft(?:ly)? |slow(?:ly)? |gently )?(?:animat|appear|begin|build|chang|clos|continu|cut|drop|end|fad|fill|flash|fli|fly|focus|follow|lower|mov|open|pan|plays?(?!\\p{L})|playing|pop|pull|push|reveal|ris|show|slid|slow|spin|start|stop|swell|tilt|track|transition|turn|zoom)',
	{
		en: [
			' (?:angle|animation|change|cue|description|effects?|jingle|movement|music|overlay|shot|sound|text|track|transition|type|under)(?= ?[:：,)\\]])',
			' on[- ](?:(?:the|an?|her|his|their) )?(?:audience|camera|eyes?|faces?|hands?|hosts?|presenter|product|screen|speaker)(?!\\p{L})',
		].join('|'),
		de: ' (?:auf (?:das|de[nr]|die|eine?n?) |blende|wechsel)',
		es: '(?<=corte) (?:al|(?:a|para) (?:l[ao]s?|[ao]s?|un[ao]?|uma?)) |(?<=plano|toma) (?:general|detalle|medio|aére[ao]|cenital)(?!\\p{L})',
		fr: " (?:sur|vers) (?:l[ea]s? |l['’]|une? )|(?<=plan) (?:général|large|rapproché|serré)(?!\\p{L})",
	},
);

/** Music of a kind: "upbeat electronic music", "ruhige Musik im Hintergrund"; but a guest may hear "live music". */
export const KIND_OF_MUSIC =
	'(?!(?:[^\\s()]+ )?live )(?:[\\p{L}\\p{M}]+ ){1,2}(?:music|musik|musique|música|musica|muziek|muzyka|müzik|музыка|음악|संगीत)(?: (?:in the background|im hintergrund|de fondo|de fond|di sottofondo|de fundo))?';

/**
 * The same in italics, alone in a line: "*Upbeat music*", "*Soft music fades in*". What does not say that it plays may
 * be a heading: "*Background music*", "*Folk music*".
 */
const MOOD_OF_MUSIC = '(?:cheerful|energetic|upbeat|uplifting)';
const KIND_THAT_CHANGES = '(?:background|calm|dramatic|gentle|inspiring|intro|outro|soft)';
const MUSIC_CHANGES = '(?:fades|plays|starts|stops|swells)(?: (?:in|out|softly|up))?';
export const MUSIC_IN_ITALICS = `(?:${MOOD_OF_MUSIC} music|(?:(?:${MOOD_OF_MUSIC}|${KIND_THAT_CHANGES}) )?music ${MUSIC_CHANGES})`;

/** Where a script or a scene begins and ends: "begin video", "End of script". */
export const BEGIN_OR_END =
	'(?:begin|start|end)(?: (?:of )?(?:the )?(?:script|video|scene|voice-?over|recording|screen|card))?';

/** The words of `SCENES` in Chinese and Japanese, which have no blanks between words. */
export const EAST_ASIAN_SCENES = oneOf({
	zh: '[画畫]面|开[场头]|開(?:頭|場(?=[】）］\\])]))|中[间間]|主[体體]|正文|[结結]尾|片[头頭尾]|[镜鏡][头頭]|特[写寫]|近景|[远遠]景|[场場]景|[转轉][场場]|(?:背景)?音[乐樂]|配[乐樂]|音效|字幕|BGM',
	ja: 'オープニング|本編|エンディング|シーン|カメラ|テロップ|効果音|音楽',
});

/** What follows such a word where a scene is described: "【画面：海边日落】", "（背景音乐渐强）". */
export const BEHIND_EAST_ASIAN_SCENE = oneOf(
	{
		zh: '[一二三四五六七八九十]|渐|漸|响起|響起|淡入|淡出|切[换換]|切至|拉近|推[进進]|终|終',
		ja: 'が流れる|ズーム|切り替え|フェード|開始',
	},
	'[:：，,、\\d]|$|(?=[】）］\\])])',
);

/** The names of what is said where nobody is seen: "Voiceover", "旁白". */
export const NARRATION = oneOf({
	en: 'narration|voice[- ]?over|v\\.?o\\.?|(?:spoken|voice) (?:script|text)|spoken words|speaker[- ]?notes',
	de: 'sprechertext|off-(?:stimme|text)',
	es: 'voz (?:en )?off|narración',
	fr: 'voix[- ]off',
	it: 'voce (?:fuori campo|narrante)|narrazione',
	pt: 'voz em off|locução|narração',
	pl: 'głos z offu|narracja',
	ru: 'голос за кадром|текст диктора',
	tr: 'd[ıi]ş ses|seslendirme',
	id: 'narasi|sulih suara',
	vi: 'lời bình|lời dẫn|thuyết minh',
	ar: 'التعليق الصوتي',
	hi: 'वॉ[इय]स ?ओवर',
	th: 'เสียงบรรยาย',
	zh: '旁白|解[说說]|配音|口播(?:文案|稿)?|台[词詞]',
	ja: 'ナレーション|セリフ',
	ko: '[내나]레이션|대사',
});

/** Who speaks where nobody is seen: "NARRATOR:", "Voiceover (V.O.):", "旁白：". */
export const NARRATORS = oneOf(NARRATION, {
	en: 'narrator',
	de: 'sprecher(?:in)?|erzähler(?:in)?',
	es: 'narrador(?:a)?|locutor(?:a)?',
	fr: 'narrateur|narratrice',
	it: 'narratore',
	nl: 'verteller',
	pl: 'lektor(?:ka)?|narratorka',
	ru: 'диктор',
	tr: 'anlat[ıi]c[ıi]',
	id: 'narator',
	vi: 'người (?:dẫn(?: chuyện)?|kể chuyện)',
	ar: 'الراوي|المعلق',
	he: 'קריין|קריינית',
	hi: 'वाचक|कथावाचक|नैरेटर',
	th: 'ผู้บรรยาย',
	ja: 'ナレーター',
	ko: '[내나]레이터|성우',
});

/** Who speaks on the screen. */
export const PRESENTERS = oneOf({
	en: 'host|presenter|avatar|speaker|(?:news )?anchor',
	de: 'moderator(?:in)?',
	es: 'presentador(?:a)?',
	fr: 'présentat(?:eur|rice)',
	it: 'conduttore|conduttrice',
	pt: 'apresentador(?:a)?',
	nl: 'presentat(?:or|rice)',
	pl: 'prowadząc[ay]',
	ru: 'ведущ(?:ий|ая)',
	tr: 'sunucu',
	id: 'pembawa acara',
	vi: 'mc|người dẫn chương trình',
	ar: 'المذيع|المذيعة',
	he: 'מנחה',
	hi: 'प्रस्तोता|एंकर',
	th: 'พิธีกร',
	zh: '主持人|主播',
	ja: '司会(?:者)?|アナウンサー',
	ko: '진행자|사회자|앵커',
});

/** The headings of scenes and slides, before their numbers: "### Scene 1 (0:00–0:05)". */
export const SCENE_HEADINGS = oneOf({
	en: 'scene|slide',
	de: 'szene|folie',
	es: 'escena|diapositiva',
	fr: 'scène|diapositive',
	it: 'scena',
	pt: 'cena',
	pl: 'slajd',
	ru: 'сцена|слайд',
	tr: 'sahne',
	id: 'adegan',
	vi: 'cảnh',
	ar: 'المشهد',
	hi: 'दृश्य',
	th: 'ฉาก',
	zh: '[场場]景|[镜鏡][头頭]',
	ja: 'シーン',
	ko: '장면',
});

/** The labels of the title of a text, which no other line begins with. */
export const TITLE_LABELS = oneOf({
	en: '(?:video )?title|(?:\\d{1,3}[- ]second |video |voice-?over ){1,2}script',
	de: 'titel',
	es: 'título',
	fr: 'titre',
	it: 'titolo',
	pl: 'tytuł',
	ru: 'заголовок',
	tr: 'başlık',
	id: 'judul',
	zh: '标题|標題',
	ja: 'タイトル',
	ko: '제목',
});

/** The labels of what is seen and of what is heard, in a script that has both of them for each scene. */
export const SEEN = oneOf({ en: 'visuals?', de: 'bild', es: 'imagen' });
export const HEARD = 'audio';

/** The labels of lines that describe the video, or what is seen or heard: "**Visual:** A busy street." */
export const SCENE_LABELS = oneOf({
	en: [
		'(?:video )?title|duration|estimated (?:time|duration|length)|style|tone|target audience|visuals?|b-?roll|on[- ]?screen(?: text)?|text on screen|camera|shot',
		'(?:smash )?cut to|fade (?:in|out)(?: to)?|dissolve to|(?:background )?music|sfx|sound(?: effects?)?|transition|graphics?',
	].join('|'),
	de: 'titel|dauer|bild|kamera|einblendung|musik',
	es: 'título|duración|imagen|cámara|música|(?:acción )?visual(?:es)?|texto en pantalla',
	fr: "titre|durée|image|musique|visuel|texte à l['’]écran",
	it: 'titolo|durata|immagine|musica',
	nl: 'beeld|muziek|duur',
	pt: 'imagem|duração|texto na tela',
	pl: 'obraz|muzyka|czas trwania',
	ru: 'видео(?:ряд)?|музыка|титры|длительность',
	tr: 'görsel|görüntü|müzik|süre',
	id: 'durasi',
	vi: 'hình ảnh|âm nhạc|thời lượng',
	ar: 'المشهد|الصورة|الموسيقى|المدة',
	hi: 'दृश्य|संगीत|अवधि',
	th: 'ภาพ|ดนตรี|ความยาว',
	zh: '[标標][题題]|[时時][长長]|[画畫]面|[镜鏡][头頭]|音[乐樂]|配[乐樂]|音效|字幕|BGM',
	ja: '映像|音楽|効果音|SE|テロップ',
	ko: '화면|영상|음악|자막|길이',
});

/** What is on the screen, and what happens with it: "Video opens with", "Text appears". */
export const ON_SCREEN = '(?:the )?(?:clip|footage|image|logo|presenter|screen|text|title|video)s?';
export const HAPPENS =
	'(?:appear|begin|cut|end|fade|open|play|show|start|switch|transition)(?:e?s)?';

/** What newsletters have around their text, as links. */
export const NEWSLETTER_LINKS = oneOf({
	en: 'view (?:(?:this (?:e-?mail|newsletter)|it) )?(?:in (?:your |a )?browser|online)|unsubscribe|(?:manage|update) (?:your )?preferences|privacy policy',
	de: 'im browser (?:ansehen|öffnen)|newsletter abbestellen|abmelden',
	es: 'ver en el navegador|darse de baja',
	fr: 'se désabonner|voir dans le navigateur',
});

/** Whose picture stands beside a text: "Photo by Ann on Unsplash". */
export const PICTURE_BY = '(?:photo|image|picture|foto|bild)(?: by| von| de| di| par|:)';
export const ON_PICTURE_SITE =
	'(?:on|via|auf|en|su|sur) (?:unsplash|pexels|pixabay|flickr|shutterstock|getty images)';
