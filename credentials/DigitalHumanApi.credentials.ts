import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { authenticated } from '../nodes/shared/service/credential';

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
		return authenticated(credentials, requestOptions);
	}
}
