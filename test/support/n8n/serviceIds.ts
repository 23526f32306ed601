import type { LocalService } from '../../../demo-service';

/** The ID that a list of the demo service has for a name. */
export async function idOf(
	{ url, token }: Pick<LocalService, 'url' | 'token'>,
	list: 'list_common_audio' | 'list_common_dp',
	name: string,
): Promise<string | undefined> {
	const answer = await fetch(`${url}/open/v1/${list}?page=1&size=100`, {
		headers: { access_token: token },
	});
	const { data } = (await answer.json()) as { data: { list: Array<{ id: string; name: string }> } };
	return data.list.find((entry) => entry.name === name)?.id;
}
