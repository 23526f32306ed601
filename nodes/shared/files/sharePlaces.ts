import { compact } from 'lodash';

/*
 * Where people share, keep, watch and hear files: which addresses of each place are pages. Those that lead to a file,
 * on hosts of their own or marked in their query, are not.
 */

/** A place where files are shared. */
export interface SharePlace {
	/** As people call it. */
	name: string;
	/** The node of n8n that downloads from it, if there is one. */
	node?: string;
}

/** The addresses of a place, tested without their scheme and fragment: `host/path?query`. */
interface ShareRule extends SharePlace {
	/** Addresses that lead to a page. */
	pages: readonly RegExp[];
	/** Those of them that lead to the file all the same. */
	files?: readonly RegExp[];
}

/** Places whose pages and files differ in their query, or in more than the beginning of the path. */
const STORES: readonly ShareRule[] = [
	{
		name: 'Google Drive',
		node: 'Google Drive',
		pages: [pageAt('drive.google.com'), pageAt('docs.google.com')],
		files: [
			/^[^/]+\/(u\/\d+\/)?(uc|thumbnail)\?|\/export(\/|\?)|^docs[^?]+\?(.*&)?(export|output)=/,
		],
	},
	{
		name: 'Dropbox',
		node: 'Dropbox',
		pages: [pageAt('dropbox.com'), pageAt('db.tt')],
		files: [/^dl\.|[?&;](dl=1|raw=1)(&|$)/],
	},
	{
		name: 'OneDrive',
		node: 'Microsoft OneDrive',
		pages: [pageAt('1drv.ms'), pageAt('onedrive.live.com'), pageAt('onedrive.com')],
		files: [/^[^/]+\/download|\/download\.aspx|[?&]download=1|\/content(\?|$)/],
	},
	{
		name: 'SharePoint',
		node: 'Microsoft SharePoint',
		// Also the path of a file leads to a page for signing in, unless its query opens it.
		pages: [/^[^/]+\.sharepoint\.(com|us|cn|de)\//i],
		files: [/[?&](download=1|tempauth=)|\/(download|guestaccess)\.aspx|^[^/]+\/_api\//i],
	},
	{
		name: 'Slack',
		node: 'Slack',
		pages: [
			/^([^/]+\.)?slack\.com\/(files|files-pri|files-tmb|archives|client)\//,
			/^slack-files\.com\/T\w+-F/,
		],
		files: [/[?&](pub_secret|t)=/],
	},
	{
		name: 'GitHub',
		pages: [
			/^(www\.)?github\.com\/.*\/(blob|tree)\//,
			/^(www\.)?github\.com\/[^/?]+\/[^/?]+\/?(\?|$)/,
		],
		files: [/[?&]raw=(true|1)/],
	},
	{
		name: 'Gmail',
		node: 'Gmail',
		pages: [pageAt('mail.google.com')],
		files: [/[?&]view=(att|fimg)/],
	},
	{
		name: 'Vimeo',
		pages: [
			/^([^/]+\.)?vimeo\.com\/(\d+|video\/|manage|channels|showcase|album|groups|ondemand|event|review|reviews|user)/,
		],
	},
	{
		name: 'X',
		pages: [/^([^/]+\.)?(x|twitter)\.com\/(.*\/status\/|i\/|\w+\/?(\?|$))/, pageAt('t.co')],
	},
	{
		name: 'Unsplash',
		pages: [/^unsplash\.com\/(\w\w\/)?(photos|photo|fotos)\//],
		files: [/\/download(\?|$)/],
	},
	{
		name: 'Pexels',
		pages: [/^(www\.)?pexels\.com\/([\w-]{2,5}\/)?(photo|video|foto|fotos|videos|photos)\//],
		files: [/\/download\/?(\?|$)/],
	},
	{
		name: 'Pixabay',
		pages: [/^pixabay\.com\/(\w\w\/)?(photos|videos|illustrations|vectors|music|sound-effects)\//],
		files: [/\/download\//],
	},
	{ name: 'Freepik', pages: [/^([^/]+\.)?freepik\.com\/(.*\.htm|(free|premium)-)/] },
	{
		name: 'Wikimedia Commons',
		pages: [/^([^/]+\.)?(commons\.wikimedia|wikipedia)\.org\/wiki\/[^/]*:/],
		files: [/\/wiki\/Special:(FilePath|Redirect)/],
	},
];

/** Programs that many run on hosts of their own, known by the form of their links. */
const ON_ANY_HOST: readonly ShareRule[] = [
	{
		name: 'Nextcloud',
		node: 'Nextcloud',
		pages: [/^[^/]+(\/[\w-]+)?(\/index\.php)?\/s\/[A-Za-z0-9]{15}\/?(\?|$)/],
	},
	{
		name: 'Synology',
		pages: [/^[^/]+\/sharing\/[A-Za-z0-9]{6,20}(\?|$)/],
	},
];

/**
 * Places of which the beginning of an address tells. A star is any part of a path or host; a dollar sign stands at the
 * end of the path. Behind an exclamation mark are addresses of files.
 */
const BY_BEGINNING = `
Google Photos: photos.google.com photos.app.goo.gl goo.gl/photos/
Google Cloud Storage > Google Cloud Storage: storage.cloud.google.com console.cloud.google.com
Google Meet: meet.google.com
Gemini: gemini.google.com aistudio.google.com
Google: accounts.google.com google.*/url? google.*/imgres? google.*/search? google.*/photos/ google.*/photos$
Amazon S3 > AWS S3: s3.console.aws.amazon.com *.console.aws.amazon.com console.aws.amazon.com
Amazon Photos: amazon.*/photos/ amazon.*/clouddrive/ amazon.co.*/photos/ amazon.co.*/clouddrive/
Microsoft Stream: microsoftstream.com
Microsoft Teams: teams.microsoft.com teams.live.com
iCloud: icloud.com icloud.com.cn
Box > Box: box.com/s/ box.com/v/ box.com/f/ box.com/file/ box.com/folder/ box.com/embed/ box.com/embed_widget/
MEGA: mega.nz mega.io mega.co.nz transfer.it ! mega.nz/dl/
pCloud: pcloud.link my.pcloud.com u.pcloud.com e.pcloud.com
Proton Drive: drive.proton.me
Yandex Disk: disk.yandex.* disk.yandex.com.tr disk.360.yandex.ru yadi.sk ! downloader.disk.yandex.*
Mail.ru Cloud: cloud.mail.ru/public/
MediaFire: mediafire.com/file/ mediafire.com/view/ mediafire.com/folder/ mediafire.com/download/ mediafire.com/?
Gofile: gofile.io/d/
WeTransfer: wetransfer.com we.tl ! download.wetransfer.com wetransfer.com/api/
Smash: fromsmash.com
SwissTransfer: swisstransfer.com/d/ swisstransfer.com/*/d/
Filemail: filemail.com/d/ filemail.com/t/
TransferNow: transfernow.net
Sync.com: sync.com/dl/
Pixeldrain: pixeldrain.com/u/ pixeldrain.com/l/
TeraBox: terabox.com/s/ terabox.com/sharing/ terabox.com/*/sharing/ 1024terabox.com/s/ 1024tera.com/s/ teraboxapp.com/s/ terabox.app terabox.fun/s/ freeterabox.com/s/ 4funbox.com/s/ mirrobox.com/s/ nephobox.com/s/ teraboxlink.com/s/ terasharelink.com/s/
WorkUpload: workupload.com/file/ workupload.com/archive/
tmpfiles: tmpfiles.org ! tmpfiles.org/dl/
Zoho WorkDrive: workdrive.zoho.* workdrive.zoho.com.* workdrive.zohoexternal.* workdrive.zohopublic.*
Egnyte: egnyte.com/dl/ egnyte.com/fl/ egnyte.com/navigate/
ShareFile: sharefile.com/d- sharefile.com/share/ sharefile.*/d-
file.io: file.io/*/download/
Brandfolder: brandfolder.com/*/*$
Pixieset: pixieset.com/*$
SmugMug: smugmug.com/*/i- smugmug.com/*/n- smugmug.com/gallery/
kDrive: kdrive.infomaniak.com/app/share/
Lanzou: lanzou*.com/
HiDrive: hidrive.com/lnk/ hidrive.com/share/ hidrive.ionos.com hidrive.strato.com/lnk/ hidrive.strato.com/share/
GMX: webdrive.gmx.net c.gmx.net
WEB.DE: c.web.de freemailng.web.de
LimeWire: limewire.com/d/
Synology: gofile.me quickconnect.to/sharing/
Jumpshare: jumpshare.com/v/ jumpshare.com/s/ jumpshare.com/share/ jmp.sh
Droplr: droplr.com d.pr
CloudApp: cl.ly/*$ share.getcloudapp.com share.zight.com
CleanShot: share.cleanshot.com cln.sh
Evernote: evernote.com/shard/ share.evernote.com
Baidu Netdisk: pan.baidu.com yun.baidu.com
Aliyun Drive: alipan.com/s/ alipan.com/drive/ aliyundrive.com/s/ aliyundrive.com/drive/
Quark Drive: pan.quark.cn
Weiyun: weiyun.com
123 Cloud: 123pan.com/s/ 123684.com/s/ 123865.com/s/
Tianyi Cloud: cloud.189.cn/t/ cloud.189.cn/web/
Lanzou: lanzou.com lanzoui.com lanzoux.com lanzous.com lanzoub.com lanzouw.com lanzouj.com
Jianguoyun: jianguoyun.com/p/
Notion: notion.so notion.site notion.com ! file.notion.so file.notion.com file.notion.site img.notion.so img.notion.com img.notion.site notion.so/image/ notion.com/image/ notion.site/image/ notion.so/signed/ notion.com/signed/ notion.site/signed/
Airtable > Airtable: airtable.com/app airtable.com/shr airtable.com/invite ! dl.airtable.com
Coda: coda.io/d/
HubSpot: app.hubspot.com app-eu1.hubspot.com
Outlook: outlook.live.com outlook.office.com outlook.office365.com
Bing: bing.com/images/ bing.com/videos/
Tencent Docs: docs.qq.com
WeChat: mp.weixin.qq.com
Lark: feishu.cn/file/ feishu.cn/drive/ feishu.cn/docx/ feishu.cn/docs/ feishu.cn/wiki/ feishu.cn/minutes/ larksuite.com/file/ larksuite.com/drive/ larksuite.com/docx/ larksuite.com/docs/ larksuite.com/wiki/ larksuite.com/minutes/
Naver: naver.me mybox.naver.com
Zoom: zoom.us/rec/share/ zoom.us/rec/play/ zoom.us/clips/share/
Frame.io: frame.io f.io
Canva: canva.com/design/ canva.com/media/ canva.link
Figma: figma.com/file/ figma.com/design/ figma.com/proto/ figma.com/board/ figma.com/slides/
Miro: miro.com/app/
Trello: trello.com/c/ trello.com/b/
ClickUp: app.clickup.com sharing.clickup.com
Asana: app.asana.com/0/ app.asana.com/1/
monday.com: monday.com/boards/ monday.com/protected_static/
Atlassian: atlassian.net/wiki/spaces/ atlassian.net/wiki/x/ atlassian.net/browse/ atlassian.net/jira/
Salesforce: salesforce.com/sfc/p/ force.com/sfc/p/ lightning.force.com
GitLab: gitlab.com/*/*/-/blob/ gitlab.com/*/*/-/tree/ gitlab.com/*/*/*/-/blob/ gitlab.com/*/*/*/-/tree/
GitHub: gist.github.com/*/*$
Hugging Face: huggingface.co/*/*/blob/ huggingface.co/*/*/*/blob/ huggingface.co/*/*/tree/ huggingface.co/*/*/*/tree/
YouTube: youtube.com youtu.be youtube-nocookie.com youtubekids.com ! img.youtube.com
Loom: loom.com/share/ loom.com/embed/
Wistia: wistia.com/medias/ wistia.net/embed/iframe/ wistia.net/medias/
Rumble: rumble.com/v rumble.com/embed/ rumble.com/c/ rumble.com/user/
Streamable: streamable.com/*$ streamable.com/e/
Dailymotion: dailymotion.com/video/ dailymotion.com/embed/ dailymotion.com/*$ dai.ly
Twitch: twitch.tv
Rutube: rutube.ru/video/ rutube.ru/play/ rutube.ru/shorts/
VK: vk.com/video vk.com/clip vk.com/doc vk.com/photo vk.com/wall vkvideo.ru vk.ru/video vk.ru/clip
OK: ok.ru/video/ ok.ru/videoembed/
Bilibili: bilibili.com/video/ bilibili.com/bangumi/ bilibili.tv/ b23.tv bili2233.cn
TikTok: tiktok.com/@ tiktok.com/t/ tiktok.com/video/ tiktok.com/embed tiktok.com/v/ tiktok.com/*$
Douyin: douyin.com/video/ douyin.com/note/ douyin.com/user/ douyin.com/share/ douyin.com/*$
Kuaishou: kuaishou.com/short-video/ kuaishou.com/f/ v.kuaishou.com
Xiaohongshu: xiaohongshu.com/explore/ xiaohongshu.com/discovery/ xiaohongshu.com/user/ xhslink.com
Weibo: weibo.com/tv/ weibo.com/*/* weibo.cn/status/ video.weibo.com/show
Tencent Video: v.qq.com/x/ v.qq.com/iframe/
Youku: v.youku.com/v_show/ v.youku.com/video
iQIYI: iqiyi.com/v_ iq.com/play/
Xigua: ixigua.com/*$ v.ixigua.com
Instagram: instagram.com instagr.am
Facebook: facebook.com fb.watch fb.com ! graph.facebook.com
Threads: threads.net threads.com
LinkedIn: linkedin.com/posts/ linkedin.com/feed linkedin.com/in/ linkedin.com/company/ linkedin.com/video/ linkedin.com/embed/ linkedin.com/pulse/ linkedin.com/*$ lnkd.in
Reddit: reddit.com/r/ reddit.com/user/ reddit.com/u/ reddit.com/gallery/ reddit.com/s/ reddit.com/comments/ reddit.com/media? redd.it/*$ ! redd.it/*.*$
Pinterest: pinterest.* pinterest.co.* pinterest.com.* pin.it
Snapchat: snapchat.com
Telegram: t.me telegram.me telegram.dog web.telegram.org
WhatsApp: wa.me web.whatsapp.com chat.whatsapp.com whatsapp.com/channel/
WhatsApp > HTTP Request: lookaside.fbsbx.com/whatsapp_business/
Bluesky: bsky.app/profile/
Messenger: messenger.com
TED: ted.com/talks/
Medium: medium.com/@
Discord: discord.com/channels/ discord.com/invite/ discord.com/*$ discord.gg
Tumblr: tumblr.com/*/* tumblr.com/post/ ! media.tumblr.com va.media.tumblr.com 64.media.tumblr.com
Imgur: imgur.com ! i.imgur.com
Giphy: giphy.com/gifs/ giphy.com/clips/ giphy.com/stickers/ giphy.com/embed/ gph.is
Tenor: tenor.com/view/ tenor.com/*/view/ tenor.com/*.gif$ ! media.tenor.com c.tenor.com media1.tenor.com
Flickr: flickr.com/photos/ flickr.com/p/ flic.kr
Postimages: postimg.cc ! i.postimg.cc
ImgBB: ibb.co imgbb.com ! i.ibb.co api.imgbb.com
Lightshot: prnt.sc
Gyazo: gyazo.com/*$ ! i.gyazo.com
Adobe: acrobat.adobe.com assets.adobe.com lightroom.adobe.com express.adobe.com firefly.adobe.com/public/ adobe.ly
Behance: behance.net/gallery/
Dribbble: dribbble.com/shots/
DeviantArt: deviantart.com/*/art/
Shutterstock: shutterstock.com/image- shutterstock.com/video/ shutterstock.com/*/image- shutterstock.com/*/video/
Adobe Stock: stock.adobe.com/*/
iStock: istockphoto.com/photo/ istockphoto.com/video/ istockphoto.com/vector/ istockphoto.com/*/
Getty Images: gettyimages.*/detail/ gettyimages.co.*/detail/
Storyblocks: storyblocks.com/video/ storyblocks.com/images/ storyblocks.com/audio/
Envato: elements.envato.com videohive.net/item/
Alamy: alamy.com/stock- alamy.com/*.html
Depositphotos: depositphotos.com/*/*.html
Dreamstime: dreamstime.com/*-image
123RF: 123rf.com/photo_ 123rf.com/stock-photo/
Vecteezy: vecteezy.com/video/ vecteezy.com/photo/ vecteezy.com/free-
Artlist: artlist.io/stock-footage/ artlist.io/song/ artlist.io/royalty-free-music/
Epidemic Sound: epidemicsound.com/track/
Freesound: freesound.org/people/ freesound.org/s/
Coverr: coverr.co/videos/
Mixkit: mixkit.co/free-
SoundCloud: soundcloud.com
Spotify: open.spotify.com spotify.link
Apple Podcasts: podcasts.apple.com
Apple Music: music.apple.com
Bandcamp: bandcamp.com/track/ bandcamp.com/album/
Vocaroo: vocaroo.com voca.ro ! media.vocaroo.com media1.vocaroo.com
Internet Archive: archive.org/details/ archive.org/embed/
Webex: webex.com/recordingservice/ webex.com/*/ldr.php webex.com/*/lsr.php
Otter: otter.ai/u/ otter.ai/note/
Fireflies: app.fireflies.ai fireflies.ai/view/
ScreenPal: screencast-o-matic.com/watch/ screenpal.com/watch/ somup.com go.screenpal.com
Tella: tella.tv/video/ app.tella.tv
TechSmith: screencast.com/users/ app.screencast.com screencast.com/t/
Vidyard: vidyard.com/watch/
Descript: share.descript.com web.descript.com descript.com/view/
Riverside: riverside.fm/shared/ riverside.com/shared/
VEED: veed.io/view/
Kapwing: kapwing.com/videos/ kapwing.com/w/
HeyGen: app.heygen.com
D-ID: studio.d-id.com
InVideo: invideo.io/watch/ ai.invideo.io/watch/
Clipchamp: clipchamp.com/watch/ app.clipchamp.com
Synthesia: app.synthesia.io share.synthesia.io
ElevenLabs: elevenlabs.io/app/
Suno: suno.com/song/ suno.com/s/
Midjourney: midjourney.com/jobs/ midjourney.com/showcase
Runway: app.runwayml.com
Pika: pika.art/video/
Luma: lumalabs.ai/dream-machine/
Kling AI: klingai.com/share/ app.klingai.com
Hailuo: hailuoai.video/share/ hailuoai.com/share/
Sora: sora.com/g/ sora.chatgpt.com
Leonardo: app.leonardo.ai
Ideogram: ideogram.ai/g/ ideogram.ai/t/
CapCut: capcut.com/sv2/ capcut.com/view/ capcut.com/share/ capcut.com/t/
ChatGPT: chatgpt.com/c/ chatgpt.com/s/ chatgpt.com/share/ chat.openai.com
`;

/**
 * The pattern of all addresses with such a beginning, on its host and on all hosts below that: `box.com/s/` is also the
 * beginning of `my.box.com/s/1`. A host alone stands for all its addresses.
 *
 * @param beginning as in the table, with its stars and its dollar sign
 */
function pageAt(beginning: string): RegExp {
	const [host = '', ...pathParts] = beginning.split('/');
	const path = pathParts.join('/');
	return new RegExp(`^([^/]+\\.)?${patternOf(host)}/${patternOf(path)}`);
}

/**
 * The source of the pattern for a host or a path of the table. A star is anything up to the next slash or question
 * mark, and a dollar sign the end of the path.
 */
function patternOf(hostOrPath: string): string {
	// Any other sign of the table stands for itself.
	const escaped = hostOrPath.replace(/[.?+()[\]]/g, '\\$&');
	const withStars = escaped.replaceAll('*', '[^/?]+');
	// A path may end in a slash, and a query may follow.
	return withStars.replace(/\$$/, '/?(\\?|$)');
}

/** A line of the table: `name: pages`, or with all that it may have, `name > node: pages ! files`. */
const LINE = /^(?<name>[^:>]+?)(?: > (?<node>[^:]+))?: (?<pages>[^!]+)(?: ! (?<files>.+))?$/;

/** The rule of a line of the table, such as `Box > Box: box.com/s/ box.com/v/ ! box.com/s/raw/`. */
function ruleOf(line: string): ShareRule {
	const { name = '', node, pages, files } = LINE.exec(line)?.groups ?? {};
	return { name, node, pages: patternsOf(pages), files: patternsOf(files) };
}

/** One pattern for each beginning of an address, between which blanks stand. */
function patternsOf(beginnings = ''): RegExp[] {
	return compact(beginnings.split(' ')).map(pageAt);
}

/** All places. Where several have an address, the first of them counts. */
export const sharePlaces: readonly ShareRule[] = [
	STORES,
	BY_BEGINNING.trim().split('\n').map(ruleOf),
	ON_ANY_HOST,
].flat();
