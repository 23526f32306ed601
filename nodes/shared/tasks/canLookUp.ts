import { hasPath, type Paths } from '../api/paths';
import type { TaskKind } from '../model/taskKind';

/**
 * Whether the service can be asked about tasks of a kind with a credential: always where it lists them; where their
 * path is not published, only if the credential has it; and never about a kind that it only reports by callback.
 *
 * @param paths the unpublished paths that the user has entered in the credential
 * @throws PackError that says what is wrong with the path that the credential has for this kind
 */
export function canLookUp(paths: Paths, kind: TaskKind): boolean {
	switch (kind.asked) {
		case 'inList':
			return true;
		case 'atPath':
			return hasPath(paths, kind.detailPath);
		case 'never':
			return false;
	}
}
