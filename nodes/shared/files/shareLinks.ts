import { parsedUrl } from '../util/text';

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
	/** Which paths, with their query, are pages; all where there is none. */
	pages?: RegExp;
	/** Which of these lead to the file all the same. */
	files?: RegExp;
}

const RULES: readonly ShareRule[] = [
	{
		name: 'Google Drive',
		node: 'Google Drive',
		hosts: ['drive.google.com'],
		files: /^\/uc\?|[?&]export=download/,
	},
	{
		name: 'Google Drive',
		node: 'Google Drive',
		hosts: ['docs.google.com'],
		files: /\/export(\/|\?)|^\/uc\?|[?&](export|output)=/,
	},
	{ name: 'Google Photos', hosts: ['photos.google.com', 'photos.app.goo.gl'] },
	{
		name: 'Dropbox',
		node: 'Dropbox',
		hosts: ['dropbox.com'],
		files: /[?&](dl=1|raw=1)(&|$)/,
	},
	{
		name: 'OneDrive',
		node: 'Microsoft OneDrive',
		hosts: ['1drv.ms', 'onedrive.live.com', 'onedrive.com'],
		files: /^\/download|[?&]download=1/,
	},
	{
		name: 'SharePoint',
		node: 'Microsoft SharePoint',
		hosts: ['sharepoint.com'],
		pages: /^\/:[a-z]:\/|\/(stream|onedrive|doc|wopiframe\w*)\.aspx/i,
		files: /[?&]download=1/,
	},
	{ name: 'iCloud', hosts: ['icloud.com'] },
	{ name: 'WeTransfer', hosts: ['wetransfer.com', 'we.tl'], files: /^\/api\// },
	{
		name: 'Slack',
		node: 'Slack',
		hosts: ['slack.com'],
		pages: /^\/(files|files-pri|files-tmb|archives|client)\//,
		files: /[?&](pub_secret|t)=/,
	},
	{
		name: 'Box',
		node: 'Box',
		hosts: ['box.com'],
		pages: /^\/(s|v|file|folder)\//,
		files: /^\/shared\/static\//,
	},
	{ name: 'MEGA', hosts: ['mega.nz', 'mega.io'] },
	{ name: 'pCloud', hosts: ['u.pcloud.link', 'pcloud.link'] },
	{ name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
	{ name: 'Vimeo', hosts: ['vimeo.com'], pages: /^\/(\d+|manage|channels|showcase)/ },
	{ name: 'Loom', hosts: ['loom.com'], pages: /^\/(share|embed)\// },
	{ name: 'TikTok', hosts: ['tiktok.com'] },
	{ name: 'Instagram', hosts: ['instagram.com'] },
	{ name: 'Facebook', hosts: ['facebook.com', 'fb.watch'] },
	{ name: 'X', hosts: ['x.com', 'twitter.com'], pages: /\/status\// },
	{ name: 'Canva', hosts: ['canva.com'], pages: /^\/design\// },
	{ name: 'Figma', hosts: ['figma.com'], pages: /^\/(file|design|proto)\// },
	{ name: 'Notion', hosts: ['notion.so', 'notion.site'], files: /^\/(image|signed)\// },
	{ name: 'GitHub', hosts: ['github.com'], pages: /\/blob\//, files: /[?&]raw=(true|1)/ },
];

/** The place whose share page an address is; undefined for all that may lead to a file. */
export function sharePlaceOf(address: string): SharePlace | undefined {
	const url = parsedUrl(address);
	if (!url) return undefined;
	const host = url.hostname.toLowerCase();
	const path = url.pathname + url.search;
	return RULES.find(({ hosts, pages, files }) => {
		const isThere = hosts.some((one) => host === one || host.endsWith(`.${one}`));
		return isThere && (pages?.test(path) ?? true) && !files?.test(path);
	});
}
