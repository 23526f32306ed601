/** Upload purposes with the file types they accept; none listed means any (service.md 4.1). */
export const PURPOSES: Readonly<Record<string, { extensions?: readonly string[]; most?: number }>> =
	{
		customised_person: {},
		prompt_audio: {},
		make_video_audio: {},
		make_video_background: { extensions: ['jpg', 'jpeg', 'png', 'heic', 'mp4', 'mov'] },
		lip_sync_video: {},
		lip_sync_audio: {},
		video_translation: { extensions: ['mp4', 'mov'], most: 1024 ** 3 },
		ai_creation: {},
	};

const TYPES: Readonly<Record<string, string>> = {
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
	bmp: 'image/bmp',
	tif: 'image/tiff',
	tiff: 'image/tiff',
	gif: 'image/gif',
	heic: 'image/heic',
	mp4: 'video/mp4',
	mov: 'video/quicktime',
	webm: 'video/webm',
	wav: 'audio/x-wav',
	mp3: 'audio/mpeg',
	m4a: 'audio/x-m4a',
};

export function isKnownType(extension: string): boolean {
	return Object.hasOwn(TYPES, extension);
}

export function mimeTypeOf(extension: string): string {
	return TYPES[extension] ?? 'application/octet-stream';
}
