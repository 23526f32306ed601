import { cancelSignalOf, lastsOneCall } from '../n8n/runs';
import { requireSupportedN8n } from '../n8n/versions';
import { sha256 } from '../util/hash';
import { isOutOfReach } from '../util/networks';
import { serviceRoot } from './addresses';
import { type Application, Call, type CallObserver, type Input, type LimitsOfCall } from './call';
import { type Credential, readCredential, type ServiceContext } from './credential';
import { endpointOf, type EndpointName, submitEndpoint } from './endpoints';
import { type Paths, requiredPath } from './paths';
import { rateLimiterFor } from './rateLimiter';
import type { Schema } from './schemas';
import { ServiceClock } from './serviceClock';

/*
 * What the nodes call the service with.
 */

/** What ends the calls of a client, in addition to Stop, and who observes them. */
interface CallLimits {
	/** At its end, calls end with a CancelledError; a submit that has been sent is still waited for. */
	signal?: AbortSignal;
	/**
	 * So many milliseconds after `with`, calls give up with a ServiceError that has the last failure. A submit that has
	 * been sent is still waited for.
	 */
	withinMs?: number;
	/** So many milliseconds after its own beginning, each call gives up in the same way. */
	eachWithinMs?: number;
	observer?: CallObserver;
}

/**
 * Makes the client for the credential of a node (service.md 1 and 5).
 *
 * An execution may last for days, so each request reads the credential anew. One call of the editor or of a webhook
 * reads it once: there, n8n starts an environment for expressions each time, which takes longer than a request.
 *
 * @param credential the one that the caller has read before for the same purpose; it is read here if not set
 * @throws PackError when the credential cannot be used, or this n8n is too old; whatever n8n throws when it cannot give
 *   the credential
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
	const key = sha256(`${root} ${accessToken}`);
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
	/** @param warnings the messages that `warn` has logged; all clients that `with` makes of this one share them */
	constructor(
		private readonly application: Application,
		private readonly limits: ClientLimits,
		readonly warnings: Set<string>,
	) {}

	/** What ends the calls of this client: n8n's signal for Stop, joined with those of `with`; undefined for none. */
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

	/** Whether the service can load a file from an address: not from the own network, unless it runs there itself. */
	canLoadFrom(address: string): boolean {
		return !isOutOfReach(address, this.application.root);
	}

	/** A client for the same application, whose calls keep to further limits in addition to those of this one. */
	with({
		signal,
		withinMs = Infinity,
		eachWithinMs = Infinity,
		observer,
	}: CallLimits): ServiceClient {
		const own = this.limits;
		// Of two times, the stricter one counts; of two observers, only the newer one is called.
		const limits: ClientLimits = {
			signal: signalOfBoth(own.signal, signal),
			deadline: Math.min(own.deadline, Date.now() + withinMs),
			eachWithinMs: Math.min(own.eachWithinMs, eachWithinMs),
			observer: observer ?? own.observer,
		};
		return new ServiceClient(this.application, limits, this.warnings);
	}

	/** Logs what was odd and yet no failure, each message once, and keeps it in `warnings`, which look-ups show. */
	warn(message: string): void {
		if (this.warnings.has(message)) return;
		this.warnings.add(message);
		this.application.context.logger.warn(message);
	}

	/**
	 * Calls one endpoint. The request is repeated where that is safe.
	 *
	 * @param input query and body, as the specification names them
	 * @param schema reads the data of the answer
	 * @returns what the schema has read
	 * @throws ServiceError when there is no result; CancelledError when the execution is stopped, or the signal of the
	 *   limits ends; PackError when the credential cannot be used, or lacks the path of the endpoint; what the
	 *   observer throws
	 */
	async call<T>(name: EndpointName, input: Input, schema: Schema<T>): Promise<T> {
		const { application } = this;
		const { deadline, eachWithinMs, ...others } = this.limits;
		const { signal } = others;
		const request = { name, url: urlOf(application, name), input, schema };
		const limits = { ...others, deadline: Math.min(deadline, Date.now() + eachWithinMs) };
		const runCall = async () => await new Call(application, request, limits).run();
		// Where the account may run only few such tasks at once, calls go one after another.
		const isOneByOne = submitEndpoint(name)?.concurrencyWaitSeconds !== undefined;
		if (!isOneByOne) return await runCall();
		// All clients of the application share these turns. Only the signal ends the wait for one.
		return await rateLimiterFor(application.key, name).turns.run(runCall, signal);
	}
}

/**
 * The whole address of an endpoint.
 *
 * @throws PackError when the user has to enter its path in the credential, and has entered none, or what is no path
 */
function urlOf({ root, paths }: Application, name: EndpointName): string {
	const { path, credentialField } = endpointOf(name);
	if (credentialField === undefined) return root + path;
	return root + requiredPath(paths, credentialField);
}

/** A signal that ends with the first of two. Where only one is given, it is that one; where none is, undefined. */
function signalOfBoth(own?: AbortSignal, further?: AbortSignal): AbortSignal | undefined {
	if (own === undefined) return further;
	if (further === undefined) return own;
	// On Node 20, the joined signal never ends once a source of it is collected. These are not: n8n, or whoever made
	// the limits, holds each of them to end it.
	return AbortSignal.any([own, further]);
}
