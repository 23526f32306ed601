/**
 * Whether a context of n8n belongs to one call of the editor or of a webhook, for which it is enough to read the
 * credential once. An execution may last for days, in which the credential may change.
 *
 * Only the context of a webhook has the first of these methods, and only that of the editor the second (seen in n8n
 * 1.123.81, 2.4.8, 2.14.2 and 2.41.3). If they were gone, a call would be taken for an execution, and only be slower.
 */
export function lastsOneCall(context: object): boolean {
	return 'getRequestObject' in context || 'getCurrentNodeParameter' in context;
}
