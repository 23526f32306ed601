import type { Rest } from './rest';

/** A package as n8n lists it under Settings > Community nodes. */
export interface CommunityPackage {
	packageName: string;
	installedVersion: string;
	installedNodes: Array<{ name: string; type: string }>;
	failedLoading?: boolean;
}

/** Installs a package as the dialog of the settings does: n8n has npm fetch it. */
export async function installPackage(rest: Rest, name: string): Promise<CommunityPackage> {
	return await rest.post('community-packages', { name });
}

/** The installed packages. */
export async function listPackages(rest: Rest): Promise<CommunityPackage[]> {
	return await rest.get('community-packages');
}

/** Uninstalls a package as the menu of the settings does. */
export async function uninstallPackage(rest: Rest, name: string): Promise<void> {
	const query = new URLSearchParams({ name }).toString();
	await rest.fetch(`/rest/community-packages?${query}`, { method: 'DELETE' });
}
