import { hasPath, type Paths } from '../api/paths';
import type { TaskKind } from '../model/taskKind';

/**
 * Whether the service can be asked about tasks of a kind with a credential.
 *
 * @param paths those that the credential has, for what has no published path
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
