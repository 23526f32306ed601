import type { IDataObject } from 'n8n-workflow';

import type { Fate, LocalService } from '../../../demo-service';

export type Kind = 'aiCreation' | 'motion' | 'composedVideo' | 'lipSync' | 'translation' | 'person';

/** Submit endpoint of each kind, for fates. */
export const SUBMIT: Readonly<Record<Kind, string>> = {
	aiCreation: 'ai_creation/task/submit',
	motion: 'aigc/motion',
	composedVideo: 'create_video',
	lipSync: 'video_lip_sync/create',
	translation: 'video_translation/create',
	person: 'create_customised_person',
};

export const KINDS = Object.keys(SUBMIT) as Kind[];

/** A task as an input item. */
type TaskItem = { taskId: string; taskKind: Kind };

/** A request for an AI video. */
export const AI_VIDEO = {
	creation_type: 4,
	model_code: 'modelc3.0-first-last-to-video',
	ref_prompt: 'A boat turns into the harbor',
	start_frame: 'https://media.example/first.png',
	aspect_ratio: '16:9',
	clarity: 720,
	video_duration: 5,
	number_of_images: 1,
};

/** Adds tasks to the demo service without the pack, as other clients of the application do. */
export class Submits {
	/** @param application access token of the other client's application; without it, the service's first one */
	constructor(
		private readonly service: () => LocalService,
		private readonly application?: string,
	) {}

	async aiCreation(): Promise<string> {
		return await this.call('ai_creation/task/submit', {
			creation_type: 3,
			model_code: 'modelf-4.0',
			ref_prompt: 'A red fox',
		});
	}

	async aiVideo(): Promise<string> {
		return await this.call('ai_creation/task/submit', AI_VIDEO);
	}

	async motion(): Promise<string> {
		const image = await this.aiCreation();
		this.service().settle(image);
		const task = await this.call<{ output_url: string[] }>(`ai_creation/task?unique_id=${image}`);
		return await this.call('aigc/motion', {
			photo_unique_id: image,
			photo_path: task.output_url[0],
		});
	}

	async composedVideo(): Promise<string> {
		return await this.call('create_video', {
			person: { id: '6200000000000000001', figure_type: 'sit_body', width: 1080, height: 1920 },
			audio: { tts: { text: ['Welcome.'], audio_man: '8988587500000000000' } },
		});
	}

	async lipSync(): Promise<string> {
		return await this.call('video_lip_sync/create', {
			video_file_id: this.file('lip_sync_video', 'talk.mp4'),
			tts_config: { text: ['Welcome.'], audio_man_id: '8988587500000000000' },
		});
	}

	async person(): Promise<string> {
		const source = this.service().storage.url;
		return await this.call('create_customised_person', {
			name: 'Anna',
			material_video: `${source}/source/anna.mp4`,
		});
	}

	/** A translation into one language. */
	async translation(): Promise<string> {
		const { tasks } = await this.call<{ tasks: Array<{ language_task_id: string }> }>(
			'video_translation/create',
			{
				source: { file_id: this.file('video_translation', 'talk.mp4') },
				target_languages: ['en'],
			},
		);
		return tasks[0]?.language_task_id ?? '';
	}

	/** A task with a fate of its own. */
	async fated(kind: Kind, fate: Fate): Promise<string> {
		const remove = this.service().fate(({ endpoint }) =>
			endpoint === SUBMIT[kind] ? fate : undefined,
		);
		const id = await this[kind]();
		remove();
		return id;
	}

	/** The same as an input item; finished unless a fate is given. */
	async item(kind: Kind, fate: Fate = { seconds: 0 }): Promise<TaskItem> {
		return { taskId: await this.fated(kind, fate), taskKind: kind };
	}

	/** Several tasks of a kind with the same fate, as input items. */
	async items(kind: Kind, count: number, fate: Fate): Promise<TaskItem[]> {
		const items: TaskItem[] = [];
		while (items.length < count) items.push(await this.item(kind, fate));
		return items;
	}

	file(purpose: string, name: string, bytes = 1000): string {
		const { storage, token } = this.caller;
		const file = storage.files.register(token, purpose, name);
		storage.files.arrived(file, { bytes });
		file.review = { endsAt: -Infinity, status: 1, msg: '' };
		return file.id;
	}

	private get caller() {
		const { url, storage, token } = this.service();
		return { url, storage, token: this.application ?? token };
	}

	private async call<T = string>(path: string, body?: object): Promise<T> {
		const { url, token } = this.caller;
		const answer = await fetch(`${url}/open/v1/${path}`, {
			method: body ? 'POST' : 'GET',
			headers: { access_token: token, 'Content-Type': 'application/json; charset=utf-8' },
			...(body ? { body: JSON.stringify(body) } : {}),
		});
		const { code, msg, data } = (await answer.json()) as IDataObject;
		if (code !== 0) throw new Error(`${path} was refused: ${String(msg)}`);
		return data as T;
	}
}
