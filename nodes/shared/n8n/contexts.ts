/**
 * Whether a context of n8n belongs to one call of the editor or of a webhook, and not to an execution, which may last
 * for days: only those two have these methods (seen in n8n 1.123.81, 2.4.8, 2.14.2 and 2.41.3). Without them, a call
 * would be taken for an execution, and read its credential for each request.
 */
export function lastsOneCall(context: object): boolean {
	return 'getRequestObject' in context || 'getCurrentNodeParameter' in context;
}
