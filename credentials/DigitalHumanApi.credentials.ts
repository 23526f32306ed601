import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { credentialTestRules } from '../nodes/shared/service/codes';
import {
	isServiceAddress,
	localProxy,
	normalizeBaseUrl,
	normalizeToken,
} from '../nodes/shared/service/credential';

/**
 * No redirect is followed, in the terms of every request helper of n8n, including the one of its HTTP Request node:
 * a redirect would take the token to another origin, because n8n only removes headers that it knows.
 */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
} as const;

export class DigitalHumanApi implements ICredentialType {
	name = 'digitalHumanApi';

	displayName = 'Digital Human API';

	icon: Icon = {
		light: 'file:../icons/digitalHuman.svg',
		dark: 'file:../icons/digitalHuman.dark.svg',
	};

	documentationUrl = 'https://github.com/digital-human-nodes/n8n-nodes-digital-human#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the service, as provided with your access token. It must start with https://.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Access token of your application at the service',
		},
		{
			displayName: 'Video Detail Path',
			name: 'videoDetailPath',
			type: 'string',
			default: '',
			placeholder: 'e.g. /open/v1/…',
			description:
				"Path of the service for a single video or translation. Needed to look up translations, for example with 'Wait for Result'. It is not published: enter it only if your provider gave it to you.",
		},
		{
			displayName: 'Person Detail Path',
			name: 'personDetailPath',
			type: 'string',
			default: '',
			placeholder: 'e.g. /open/v1/…',
			description:
				"Path of the service for a single custom person. Needed to look up custom persons, for example with 'Wait for Result'. It is not published: enter it only if your provider gave it to you.",
		},
	];

	/** The token is sent in one header, to the service only (service.md 5). */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const baseUrl = String(credentials.baseUrl ?? '');
		// First, because n8n would only say that some URL is invalid.
		normalizeBaseUrl(baseUrl);
		// n8n's HTTP Request node still names the address as older versions did.
		const { url, uri, baseURL } = requestOptions as IHttpRequestOptions & { uri?: string };
		const target = new URL(url ?? uri ?? '', baseURL).toString();
		if (!isServiceAddress(target, baseUrl)) {
			throw new Error(
				"The access token is only sent to addresses below '/open/v1' of the credential's 'Base URL'. Check the URL of this request",
			);
		}
		return {
			...requestOptions,
			...NO_REDIRECTS,
			...localProxy(target),
			headers: {
				...requestOptions.headers,
				access_token: normalizeToken(credentials.accessToken),
			},
		};
	}

	test: ICredentialTestRequest = {
		request: {
			url: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/open\\/v1$/, "").replace(/\\/+$/, "") + "/open/v1/list_common_audio" }}',
			method: 'GET',
			qs: { page: 1, size: 1 },
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		},
		rules: credentialTestRules,
	};
}
