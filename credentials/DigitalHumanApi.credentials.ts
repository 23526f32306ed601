import {
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type Icon,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';

import { wordsOf } from '../nodes/shared/util/errors';
import { withToken } from '../nodes/shared/api/withToken';
import { type PathField, pathLabel } from '../nodes/shared/api/paths';

/**
 * The field for the path of an endpoint that is not published (service.md 4.10): the user may have it from the
 * provider.
 *
 * @param name of the field, which also decides its label
 * @param description what the endpoint gives, and for what it is needed, as sentences
 */
function unpublishedPath(name: PathField, description: string): INodeProperties {
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

/** The credential: its fields in the editor, and how its token is added to requests. */
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
		unpublishedPath(
			'videoDetailPath',
			"A single video or translation. Needed to look up translations, for example with 'Wait for Result'.",
		),
		unpublishedPath(
			'personDetailPath',
			"A single custom person. Needed to look up custom persons, for example with 'Wait for Result'.",
		),
		unpublishedPath(
			'personListPath',
			"Your custom persons. With it, they stand first in the list of 'Person'.",
		),
		unpublishedPath(
			'voiceListPath',
			"Your custom voices. With it, they stand first in the list of 'Voice'.",
		),
	];

	/**
	 * Adds the token to a request; n8n calls this for each request with the credential, of these nodes and of n8n's HTTP
	 * Request node. The token is sent in one header, and to the service only (service.md 5).
	 *
	 * @param credentials its fields as the user has entered them
	 * @returns a copy of the request
	 * @throws UserError when the credential cannot be used, or the request goes elsewhere or has no valid address
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		try {
			return withToken(credentials, requestOptions);
		} catch (error) {
			// n8n's HTTP Request node shows the message and the description of an error. A PackError has no description, so
			// that its advice would be lost.
			const { title, advice } = wordsOf(error);
			throw new UserError(title, { description: advice });
		}
	}
}
