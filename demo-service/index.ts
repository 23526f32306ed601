/* eslint-disable @n8n/community-nodes/require-node-api-error, @n8n/community-nodes/no-restricted-imports */
import { setMaxListeners } from 'node:events';

import { aiCreationArea, motionArea } from './areas/aiCreation';
import { type Area, hiddenDetail } from './areas/area';
import { composedVideosArea } from './areas/composedVideos';
import { customPersonsArea } from './areas/customPersons';
import { filesArea } from './areas/files';
import { lipSyncArea } from './areas/lipSync';
import { personsArea, voicesArea } from './areas/persons';
import { translationArea } from './areas/translation';
import { Callbacks } from './callbacks';
import { createApp } from './server/app';
import { Clock, type Fates, Ids, Rules, type TaskStore } from './server/tasks';
import { Faults } from './server/faults';
import { Journal } from './server/journal';
import { Memory } from './server/memory';
import { Limits } from './server/endpoint';
import { DEFAULT_TOKEN, resolveOptions, type ServiceOptions } from './server/options';
import type { LocalService, World } from './server/world';
import { Storage } from './storage/storage';

export type { Delivery, SentCallback } from './callbacks';
export type { Fate } from './server/fate';
export type { Fault, FaultRule } from './server/faults';
export type { JournalEntry, JournalFilter } from './server/journal';
export type { ServiceOptions } from './server/options';
export type { LocalService } from './server/world';
export type { Source, SourceOptions } from './storage/downloads';
export { pseudoRandom, sha256 } from './media/bytes';

const HOST = '127.0.0.1';

/** All parts of the specification, with what they need of each other. */
function allAreas(world: World): Area[] {
	const aiCreation = aiCreationArea(world);
	const customPersons = customPersonsArea(world);
	const publicPersons = personsArea(world);
	const voices = voicesArea(world, customPersons);
	const videos = composedVideosArea(world, { publicPersons, customPersons, voices });
	const lipSync = lipSyncArea(world, voices);
	const translation = translationArea(world, voices, [videos.tasks, lipSync.tasks]);
	const videoDetail = hiddenDetail(
		world.options.videoDetailPath,
		(token, id) => videos.tasks.recordOf(token, id) ?? translation.tasks.recordOf(token, id),
	);
	return [
		filesArea(world),
		aiCreation,
		motionArea(world, aiCreation),
		customPersons,
		publicPersons,
		voices,
		videos,
		lipSync,
		translation,
		{ endpoints: videoDetail },
	];
}

/** Takes up what earlier starts have accepted: tasks go on, results are at their addresses, callbacks that are due are sent. */
function restore({ memory, stores, storage, clock, callbacks }: World): void {
	for (const file of memory.earlier?.files ?? []) storage.files.restore(file);
	for (const task of memory.earlier?.tasks ?? []) {
		const store = stores.find(({ kind }) => kind.endpoint === task.endpoint);
		store?.enter(task);
		store?.record(task);
		if (!callbacks.called.has(task.id)) void store?.announce(task);
	}
	memory.stateNow = () => ({
		clock: { task: clock.task(), at: Date.now() },
		tasks: stores.flatMap((store) => store.all()),
		files: storage.files.saved(),
		calledBack: [...callbacks.called],
	});
}

/**
 * Starts the service on loopback.
 * @throws Error of the system (EADDRINUSE) when a port is in use
 */
export async function startService(options: ServiceOptions = {}): Promise<LocalService> {
	const resolved = resolveOptions(options);
	const stop = new AbortController();
	// Everything that waits ends with it: Node warns of more than ten at once.
	setMaxListeners(0, stop.signal);
	const memory = new Memory(resolved.folder);
	const tools = {
		options: resolved,
		clock: new Clock(resolved.speed, memory.earlier?.clock),
		ids: new Ids(),
		journal: new Journal(),
		memory,
		faults: new Faults(),
		fates: new Rules() as Fates,
		stopping: stop.signal,
	};
	const storage = new Storage(tools);
	const stores: TaskStore[] = [];
	const world: World = {
		...tools,
		limits: new Limits(resolved.limits),
		storage,
		callbacks: new Callbacks(stop.signal, memory),
		stores,
	};
	world.clock.onChange = world.callbacks.endsChanged;
	const endpoints = allAreas(world).flatMap((area) => area.endpoints);
	const app = createApp(world, endpoints);
	const service: LocalService = {
		...world,
		url: '',
		token: resolved.tokens[0] ?? DEFAULT_TOKEN,
		fate: (rule) => world.fates.add(rule),
		settle(taskId, fate = {}) {
			const isThere = stores.some((store) => store.settle(taskId, fate));
			if (!isThere) return false;
			memory.save();
			world.callbacks.endsChanged();
			return true;
		},
		tasks: () => stores.flatMap((store) => store.all()),
		reset() {
			const { journal, faults, fates, limits, callbacks } = world;
			for (const part of [...stores, journal, faults, fates, limits, callbacks, storage])
				part.clear();
			memory.save();
		},
		async close() {
			stop.abort();
			await Promise.all([app.close(), storage.close()]);
		},
	};
	try {
		await storage.listen(HOST);
		restore(world);
		service.url = await app.listen({ host: HOST, port: resolved.port });
	} catch (error) {
		await service.close();
		throw error;
	}
	return service;
}
