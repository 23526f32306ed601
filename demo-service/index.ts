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
import { sampleRoutes } from './server/samples';
import { Faults } from './server/faults';
import { Journal } from './server/journal';
import { FolderLedger, noLedger } from './server/ledger';
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
function restore({ ledger, stores, storage, clock }: World): void {
	const called = new Set<string>();
	for (const entry of ledger.earlier) {
		switch (entry.is) {
			case 'task': {
				const store = stores.find(({ kind }) => kind.endpoint === entry.task.endpoint);
				store?.restore(entry.task, entry.at);
				break;
			}
			case 'settled':
				for (const store of stores) store.settle(entry.id, entry.fate, clock.taskAt(entry.at));
				break;
			case 'calledBack':
				called.add(entry.id);
				break;
			case 'file':
				storage.files.restore(entry.file, entry.at);
				break;
			case 'deleted': {
				const file = storage.files.byId(entry.id);
				if (file) file.deleted = true;
				break;
			}
		}
	}
	for (const store of stores) {
		for (const task of store.all()) {
			store.record(task);
			if (!called.has(task.id)) void store.announce(task);
		}
	}
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
	const tools = {
		options: resolved,
		clock: new Clock(resolved.speed),
		ids: new Ids(),
		journal: new Journal(),
		ledger: resolved.folder === undefined ? noLedger : new FolderLedger(resolved.folder),
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
		callbacks: new Callbacks(stop.signal, tools.ledger),
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
			world.ledger.note({ is: 'settled', id: taskId, fate });
			world.callbacks.endsChanged();
			return true;
		},
		tasks: () => stores.flatMap((store) => store.all()),
		reset() {
			const { journal, ledger, faults, fates, limits, callbacks } = world;
			const parts = [...stores, journal, ledger, faults, fates, limits, callbacks, storage];
			for (const part of parts) part.clear();
		},
		async close() {
			stop.abort();
			await Promise.all([app.close(), storage.close()]);
		},
	};
	sampleRoutes(app);
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
