/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { packCredential, packNodes } from './pack';
import { credentialContract, nodeContract } from './contract';

const folder = join(__dirname, '..', '..', 'test', 'unit', 'contract', 'recorded');

/** A node or the credential as it is now, and the file that holds how it was recorded. */
export interface ContractRecord {
	name: string;
	path: string;
	present: object;
}

/** The public interface of the package: all nodes and the credential. */
export const contractRecords: readonly ContractRecord[] = [
	...packNodes.map(({ type: { description } }) => ({
		name: description.name,
		present: nodeContract(description),
	})),
	{ name: packCredential.name, present: credentialContract(packCredential) },
].map((record) => ({ ...record, path: join(folder, `${record.name}.json`) }));

/** The recorded form; empty for what was never recorded. */
export function recordedContract({ path }: ContractRecord): object {
	return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as object) : {};
}
