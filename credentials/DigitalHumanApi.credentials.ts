import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { authenticated, type PathField, pathLabel } from '../nodes/shared/api/credential';

/** An operation of which the path is not published (service.md 4.10). */
function path(name: PathField, description: string): INodeProperties {
	return {
		displayName: pathLabel(name),
		name,
		type: 'string',
		displayOptions: { show: { providerPaths: [true] } },
		default: '',
		placeholder: 'e.g. /open/v1/…',
		description: `${description} Optional, leave empty if you do not have it.`,
	};
}

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
			displayName: 'Paths From the Provider',
			name: 'providerPaths',
			type: 'boolean',
			default: false,
			description:
				'Whether to enter paths of the service that are not published. You only need them if your provider gave you some.',
		},
		path(
			'videoDetailPath',
			"A single video or translation. Needed to look up translations, for example with 'Wait for Result'.",
		),
		path(
			'personDetailPath',
			"A single custom person. Needed to look up custom persons, for example with 'Wait for Result'.",
		),
		path(
			'personListPath',
			"Your custom persons. With it, they stand first in the list of 'Person'.",
		),
		path('voiceListPath', "Your custom voices. With it, they stand first in the list of 'Voice'."),
	];

	/** The token is sent in one header, to the service only (service.md 5). */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return authenticated(credentials, requestOptions);
	}
}
