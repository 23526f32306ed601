import { knowsPath, type ServiceContext } from '../api/credential';
import type { TaskKind } from '../model/taskKind';

/**
 * Whether the service can be asked about tasks of a kind with the node's credential.
 *
 * @throws PackError that says what is wrong with the path that the credential has for it
 */
export async function canLookUp(context: ServiceContext, kind: TaskKind): Promise<boolean> {
	switch (kind.asked) {
		case 'inList':
			return true;
		case 'atPath':
			return await knowsPath(context, kind.detailPath);
		case 'never':
			return false;
	}
}
