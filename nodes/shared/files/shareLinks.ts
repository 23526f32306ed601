import { parsedUrl } from '../util/webAddress';

/*
 * Addresses that are known to lead to a page that shows a file, and not to the file. They are recognized by the address
 * alone, since the service would take the page for the file, and charge for what it makes of it.
 */

/** A place where files are shared. */
export interface SharePlace {
	/** As people call it. */
	name: string;
	/** The node of n8n that downloads from it; none where there is none. */
	node?: string;
}

interface ShareRule extends SharePlace {
	/** The host, and all below it. */
	hosts: readonly string[];
	/** Hosts below it that give out files. */
	fileHosts?: readonly string[];
	/** Which paths, with their query, are pages; all where there is none. */
	pages?: RegExp;
	/** Which of these lead to the file all the same. */
	files?: RegExp;
}

/** Places that keep files, with what leads to the file itself. */
const STORES: readonly ShareRule[] = [
	{
		name: 'Google Drive',
		node: 'Google Drive',
		hosts: ['drive.google.com'],
		files: /^\/(u\/\d+\/)?(uc|thumbnail)\?/,
	},
	{
		name: 'Google Drive',
		node: 'Google Drive',
		hosts: ['docs.google.com'],
		files: /\/export(\/|\?)|^\/(u\/\d+\/)?uc\?|[?&](export|output)=/,
	},
	{ name: 'Google Photos', hosts: ['photos.google.com', 'photos.app.goo.gl'] },
	{ name: 'Google Photos', hosts: ['goo.gl'], pages: /^\/photos\// },
	{
		name: 'Google Cloud Storage',
		node: 'Google Cloud Storage',
		hosts: ['storage.cloud.google.com', 'console.cloud.google.com'],
	},
	{
		name: 'Dropbox',
		node: 'Dropbox',
		hosts: ['dropbox.com', 'db.tt'],
		fileHosts: ['dl.dropbox.com'],
		files: /[?&;](dl=1|raw=1)(&|$)/,
	},
	{
		name: 'OneDrive',
		node: 'Microsoft OneDrive',
		hosts: ['1drv.ms', 'onedrive.live.com', 'onedrive.com'],
		files: /^\/download|[?&]download=1|\/content(\?|$)/,
	},
	{
		name: 'SharePoint',
		node: 'Microsoft SharePoint',
		hosts: ['sharepoint.com'],
		pages: /^\/:[a-z]:\/|\.aspx(\?|$)|[?&]web=1/i,
		files: /[?&]download=1|\/(download|guestaccess)\.aspx/i,
	},
	{ name: 'Microsoft Stream', hosts: ['microsoftstream.com'] },
	{ name: 'iCloud', hosts: ['icloud.com'] },
	{
		name: 'WeTransfer',
		hosts: ['wetransfer.com', 'we.tl'],
		fileHosts: ['download.wetransfer.com'],
		files: /^\/api\//,
	},
	{
		name: 'Slack',
		node: 'Slack',
		hosts: ['slack.com', 'slack-files.com'],
		pages: /^\/(files|files-pri|files-tmb|archives|client)\/|^\/T\w+-F/,
		files: /[?&](pub_secret|t)=/,
	},
	{
		name: 'Box',
		node: 'Box',
		hosts: ['box.com'],
		pages: /^\/(s|v|f|file|folder|embed|embed_widget)\//,
	},
	{ name: 'MEGA', hosts: ['mega.nz', 'mega.io', 'mega.co.nz'], files: /^\/dl\// },
	{ name: 'pCloud', hosts: ['pcloud.link', 'my.pcloud.com'] },
	{ name: 'Proton Drive', hosts: ['drive.proton.me'] },
	{
		name: 'Yandex Disk',
		hosts: ['disk.yandex.com', 'disk.yandex.ru', 'yadi.sk'],
		fileHosts: ['downloader.disk.yandex.com', 'downloader.disk.yandex.ru'],
	},
	{
		name: 'MediaFire',
		hosts: ['mediafire.com'],
		pages: /^\/(file|view|folder|download|\?)/,
	},
	{ name: 'Gofile', hosts: ['gofile.io'], pages: /^\/d\// },
	{ name: 'Smash', hosts: ['fromsmash.com'] },
	{ name: 'SwissTransfer', hosts: ['swisstransfer.com'], pages: /^\/(\w\w\/)?d\// },
	{ name: 'Filemail', hosts: ['filemail.com'], pages: /^\/(d|t)\// },
	{ name: 'TransferNow', hosts: ['transfernow.net'] },
	{ name: 'Zoom', hosts: ['zoom.us'], pages: /^\/rec\/(share|play)\// },
	{ name: 'Baidu Netdisk', hosts: ['pan.baidu.com', 'yun.baidu.com'] },
	{ name: 'Aliyun Drive', hosts: ['alipan.com', 'aliyundrive.com'], pages: /^\/(s|drive)\// },
	{ name: 'Quark Drive', hosts: ['pan.quark.cn'] },
	{ name: 'Weiyun', hosts: ['weiyun.com'] },
	{
		name: 'Lark',
		hosts: ['feishu.cn', 'larksuite.com'],
		pages: /^\/(file|drive|docx|docs|wiki|minutes)\//,
	},
	{ name: 'Frame.io', hosts: ['frame.io', 'f.io'] },
	{ name: 'Canva', hosts: ['canva.com'], pages: /^\/design\// },
	{ name: 'Canva', hosts: ['canva.link'] },
	{ name: 'Figma', hosts: ['figma.com'], pages: /^\/(file|design|proto|board|slides)\// },
	{
		name: 'Notion',
		hosts: ['notion.so', 'notion.site', 'notion.com'],
		fileHosts: ['file.notion.so', 'file.notion.com', 'img.notion.so'],
		files: /^\/(image|signed)\//,
	},
	{
		name: 'Airtable',
		node: 'Airtable',
		hosts: ['airtable.com'],
		pages: /^\/(app|shr|invite)/,
		fileHosts: ['dl.airtable.com'],
	},
	{ name: 'Trello', hosts: ['trello.com'], pages: /^\/[cb]\// },
	{
		name: 'GitHub',
		hosts: ['github.com'],
		pages: /\/(blob|tree)\//,
		files: /[?&]raw=(true|1)/,
	},
	{ name: 'GitLab', hosts: ['gitlab.com'], pages: /\/-\/(blob|tree)\// },
];

/** Places where people watch, hear and look. */
const SITES: readonly ShareRule[] = [
	{ name: 'YouTube', hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'] },
	{
		name: 'Vimeo',
		hosts: ['vimeo.com'],
		pages:
			/^\/(\d+|video\/|manage|channels|showcase|album|groups|ondemand|event|review|reviews|user)/,
	},
	{ name: 'Loom', hosts: ['loom.com'], pages: /^\/(share|embed)\// },
	{ name: 'Wistia', hosts: ['wistia.com'], pages: /^\/medias\// },
	{
		name: 'Streamable',
		hosts: ['streamable.com'],
		pages: /^\/(e\/)?\w+\/?(\?|$)/,
	},
	{ name: 'Dailymotion', hosts: ['dailymotion.com', 'dai.ly'], pages: /^\/(video|embed|\w+\/?$)/ },
	{ name: 'Twitch', hosts: ['twitch.tv'] },
	{
		name: 'Bilibili',
		hosts: ['bilibili.com', 'b23.tv'],
		pages: /^\/(video|bangumi)\/|^\/\w+\/?(\?|$)/,
	},
	{
		name: 'TikTok',
		hosts: ['tiktok.com'],
		pages: /^\/(@|t\/|video\/|embed|v\/)|^\/\w+\/?(\?|$)/,
	},
	{ name: 'Douyin', hosts: ['douyin.com'], pages: /^\/(video|note|user|\w+\/?$)/ },
	{ name: 'Instagram', hosts: ['instagram.com', 'instagr.am'] },
	{
		name: 'Facebook',
		hosts: ['facebook.com', 'fb.watch', 'fb.com'],
		fileHosts: ['graph.facebook.com'],
	},
	{ name: 'Threads', hosts: ['threads.net', 'threads.com'] },
	{ name: 'X', hosts: ['x.com', 'twitter.com', 't.co'], pages: /\/status\/|^\/\w+\/?(\?|$)/ },
	{
		name: 'LinkedIn',
		hosts: ['linkedin.com', 'lnkd.in'],
		pages: /^\/(posts|feed|in|company|video|embed|pulse|\w+$)/,
	},
	{ name: 'Reddit', hosts: ['reddit.com'], pages: /^\/(r|user|gallery|s|comments)\// },
	{ name: 'Pinterest', hosts: ['pinterest.com', 'pin.it'] },
	{ name: 'Snapchat', hosts: ['snapchat.com'] },
	{ name: 'Telegram', hosts: ['t.me'] },
	{
		name: 'Discord',
		hosts: ['discord.com', 'discord.gg'],
		pages: /^\/(channels|invite)\/|^\/\w+$/,
	},
	{ name: 'Imgur', hosts: ['imgur.com'], fileHosts: ['i.imgur.com'] },
	{ name: 'Giphy', hosts: ['giphy.com'], pages: /^\/(gifs|clips|stickers|embed)\// },
	{ name: 'Tenor', hosts: ['tenor.com'], pages: /^\/(\w\w\/)?view\// },
	{ name: 'Flickr', hosts: ['flickr.com', 'flic.kr'], pages: /^\/(photos|p)\// },
	{
		name: 'Unsplash',
		hosts: ['unsplash.com'],
		pages: /^\/(\w\w\/)?(photos|photo|fotos)\//,
		files: /\/download(\?|$)/,
	},
	{
		name: 'Pexels',
		hosts: ['pexels.com'],
		pages: /^\/([\w-]{2,5}\/)?(photo|video|download\/video)\//,
		files: /\/download\/?(\?|$)|^\/download\/video\//,
	},
	{
		name: 'Pixabay',
		hosts: ['pixabay.com'],
		pages: /^\/(\w\w\/)?(photos|videos|illustrations|vectors|music|sound-effects)\//,
		files: /\/download\//,
	},
	{ name: 'Freepik', hosts: ['freepik.com'], pages: /\.htm/ },
	{ name: 'SoundCloud', hosts: ['soundcloud.com'] },
	{ name: 'Spotify', hosts: ['open.spotify.com', 'spotify.link'] },
	{ name: 'Apple Podcasts', hosts: ['podcasts.apple.com'] },
	{
		name: 'Vocaroo',
		hosts: ['vocaroo.com', 'voca.ro'],
		fileHosts: ['media.vocaroo.com', 'media1.vocaroo.com'],
	},
	{ name: 'Internet Archive', hosts: ['archive.org'], pages: /^\/(details|embed)\// },
	{
		name: 'Wikimedia Commons',
		hosts: ['commons.wikimedia.org', 'wikipedia.org'],
		pages: /^\/wiki\/[^/]*:/,
		files: /^\/wiki\/Special:(FilePath|Redirect)/,
	},
];

/** The place whose share page an address is; undefined for all that may lead to a file. */
export function sharePlaceOf(address: string): SharePlace | undefined {
	const url = parsedUrl(address);
	if (!url) return undefined;
	const host = url.hostname.toLowerCase();
	const path = url.pathname + url.search;
	return [...STORES, ...SITES].find((rule) => isPageOf(rule, host, path));
}

function isPageOf({ hosts, fileHosts = [], pages, files }: ShareRule, host: string, path: string) {
	const isThere = hosts.some((one) => host === one || host.endsWith(`.${one}`));
	if (!isThere || fileHosts.includes(host)) return false;
	return (pages?.test(path) ?? true) && !files?.test(path);
}
