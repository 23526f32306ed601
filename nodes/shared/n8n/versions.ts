import * as n8n from 'n8n-workflow';

import { PackError } from '../util/errors';
import { n8nMessages } from './n8nMessages';

/*
 * What n8n can do in one version and not in another. n8n does not tell a node its version, so it is known by what the
 * library exports. `npm run verify` compiles the nodes against the types of the oldest n8n that is supported.
 */

/**
 * What the library of every supported n8n exports, and that of 1.110 does not. One of these names is enough, in case
 * n8n removes the others.
 */
const SIGNS_OF_SUPPORTED = ['WorkflowConfigurationError', 'createRunExecutionData', 'compareNodes'];

/**
 * Refuses to run in an n8n that is too old.
 *
 * @param exported what n8n's library exports; another object only in tests
 * @throws PackError that names the oldest n8n that is supported
 */
export function requireSupportedN8n(exported: object = n8n): void {
	if (SIGNS_OF_SUPPORTED.some((name) => name in exported)) return;
	throw new PackError(n8nMessages.tooOld);
}

/**
 * What the library exports since n8n 2.36, which takes items with the details of an error. One of these names is
 * enough, in case n8n removes the others.
 */
const SIGNS_OF_ERROR_DETAILS = ['REDACTED', 'redactedHeaders', 'recordConsumedAuth'];

/**
 * Whether n8n takes an item whose json has `error` and `details` to the error output. Before 2.36, it takes only items
 * that have `error` and at most a `message` in their json; all others continue as if nothing had happened.
 *
 * @param exported as for `requireSupportedN8n`
 */
export function routesErrorDetails(exported: object = n8n): boolean {
	return SIGNS_OF_ERROR_DETAILS.some((name) => name in exported);
}
