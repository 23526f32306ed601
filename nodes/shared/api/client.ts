import { createHash } from 'crypto';

import { lastsOneCall } from '../n8n/contexts';
import { cancelSignalOf } from '../n8n/runs';
import { requireSupportedN8n } from '../n8n/versions';
import { serviceRoot } from './addresses';
import { type Application, Call, type Input, type LimitsOfCall } from './call';
import { type Credential, readCredential, type ServiceContext } from './credential';
import { createEndpoint, endpointOf, type EndpointName } from './endpoints';
import { enteredPath, type Paths } from './paths';
import { rateLimiterFor } from './rateLimiter';
import type { Schema } from './schemas';
import { ServiceClock } from './serviceClock';

export type { Input } from './call';

/*
 * What the nodes call the service with.
 */

/** What ends the calls of a client, besides Stop, and what comes before their requests. */
interface CallLimits {
	signal?: AbortSignal;
	/**
	 * Milliseconds from now, after which they give up with what was seen last. A submit that has been
	 * sent is still waited for.
	 */
	withinMs?: number;
	/** Milliseconds from the beginning of each call, after which that call gives up in the same way. */
	eachWithinMs?: number;
	/** Called before each request, when the rate limit lets it pass. What it throws ends the call. */
	before?(name: EndpointName): Promise<void>;
}

/**
 * Makes the client for the credential of a node (service.md 1 and 5).
 *
 * An execution may last for days, so each request reads the credential anew. One call of the editor or of a webhook
 * reads it once: there, n8n starts an environment for expressions each time, which takes longer than a request.
 *
 * @param credential where it was read before for the same call
 * @throws PackError when the credential cannot be used
 */
export async function createClient(
	context: ServiceContext,
	credential?: Credential,
): Promise<ServiceClient> {
	requireSupportedN8n();
	const atBeginning = credential ?? (await readCredential(context));
	// Beside these two, a credential has the paths that the user has entered.
	const { baseUrl, accessToken, ...paths } = atBeginning;
	const root = serviceRoot(baseUrl);
	// Names the application without its token.
	const key = createHash('sha256').update(`${root} ${accessToken}`).digest('hex');
	const credentialNow = async () => {
		return lastsOneCall(context) ? atBeginning : await readCredential(context);
	};
	const application = { context, credentialNow, root, paths, key, clock: new ServiceClock() };
	const limits = { signal: cancelSignalOf(context), deadline: Infinity, eachWithinMs: Infinity };
	return new ServiceClient(application, limits, new Set());
}

/** The limits of all calls of a client. */
interface ClientLimits extends LimitsOfCall {
	/** As in `CallLimits`; Infinity for no limit. */
	eachWithinMs: number;
}

/** Calls the service for one run of a node, one call of its webhook, or one list of the editor. */
export class ServiceClient {
	/** @param warnings what `warn` has logged; all clients that `with` makes of this one share it */
	constructor(
		private readonly application: Application,
		private readonly limits: ClientLimits,
		readonly warnings: Set<string>,
	) {}

	get signal(): AbortSignal | undefined {
		return this.limits.signal;
	}

	/** The unpublished paths that the credential had when the client was made. */
	get paths(): Paths {
		return this.application.paths;
	}

	/**
	 * By how many milliseconds n8n's clock is ahead of the service's; negative where it is behind, and 0 as
	 * long as no answer of the service shows more.
	 */
	get clockLeadMs(): number {
		return this.application.clock.leadMs;
	}

	/** The same client, whose calls keep to these limits too. */
	with({
		signal,
		withinMs = Infinity,
		eachWithinMs = Infinity,
		before,
	}: CallLimits): ServiceClient {
		const own = this.limits;
		// Of two times, the stricter one counts; of two functions `before`, only the newer one is called.
		const limits: ClientLimits = {
			signal: signalOfBoth(own.signal, signal),
			deadline: Math.min(own.deadline, Date.now() + withinMs),
			eachWithinMs: Math.min(own.eachWithinMs, eachWithinMs),
			before: before ?? own.before,
		};
		return new ServiceClient(this.application, limits, this.warnings);
	}

	/** Logs what was odd and yet no failure, each message once. */
	warn(message: string): void {
		if (this.warnings.has(message)) return;
		this.warnings.add(message);
		this.application.context.logger.warn(message);
	}

	/**
	 * Calls one endpoint.
	 *
	 * @throws ServiceError when there is no result; CancelledError when the execution is stopped
	 */
	async call<T>(name: EndpointName, input: Input, schema: Schema<T>): Promise<T> {
		const { application } = this;
		const { signal, before, deadline, eachWithinMs } = this.limits;
		const request = { name, url: urlOf(application, name), input, schema };
		const limits = { signal, before, deadline: Math.min(deadline, Date.now() + eachWithinMs) };
		const runCall = async () => await new Call(application, request, limits).run();
		// Where the account may run only few such tasks at once, calls go one after another.
		const isOneByOne = createEndpoint(name)?.concurrencyWaitSeconds !== undefined;
		if (!isOneByOne) return await runCall();
		// All clients of the application share these turns.
		return await rateLimiterFor(application.key, name).turns.run(runCall, signal);
	}
}

/**
 * The address of an endpoint.
 *
 * @throws PackError when the user has to enter its path in the credential, and has not
 */
function urlOf({ root, paths }: Application, name: EndpointName): string {
	const { path, credentialField } = endpointOf(name);
	if (credentialField === undefined) return root + path;
	return root + enteredPath(paths, credentialField);
}

/** A signal that ends with the first of two. Where only one is given, it is that one; where none is, undefined. */
function signalOfBoth(own?: AbortSignal, further?: AbortSignal): AbortSignal | undefined {
	if (own === undefined) return further;
	if (further === undefined) return own;
	// On Node 20, the joined signal never ends once a source of it is collected. These are not: n8n, or whoever made
	// the limits, holds each of them to end it.
	return AbortSignal.any([own, further]);
}
