import type { IDataObject } from 'n8n-workflow';

/** How long an answer is awaited, in milliseconds. */
const WITHIN_MS = 600_000;

/** A client of n8n's MCP Server Trigger, which calls tools as an AI agent does, but without a language model. */
export class McpClient {
	private session?: string;

	private id = 0;

	constructor(private readonly address: string) {}

	async open(): Promise<void> {
		await this.request('initialize', {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: { name: 'test', version: '1' },
		});
		await this.post({ method: 'notifications/initialized' });
	}

	async tools(): Promise<Array<{ description: string }>> {
		const { tools } = await this.request('tools/list', {});
		return tools as never;
	}

	/** Calls a tool, and gives up after so many milliseconds. @returns the text that it answers */
	async call(name: string, args: IDataObject, withinMs = WITHIN_MS): Promise<string> {
		const { content } = await this.request('tools/call', { name, arguments: args }, withinMs);
		return (content as Array<{ text: string }>)[0]?.text ?? '';
	}

	private async request(
		method: string,
		params: IDataObject,
		withinMs = WITHIN_MS,
	): Promise<IDataObject> {
		const text = await this.post({ method, params, id: ++this.id }, withinMs);
		// As a server-sent event, or as plain JSON.
		const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
		const { result, error } = JSON.parse(data) as { result?: IDataObject; error?: unknown };
		if (!result) throw new Error(`${method}: ${JSON.stringify(error)}`);
		return result;
	}

	private async post(message: IDataObject, withinMs = WITHIN_MS): Promise<string> {
		const response = await fetch(this.address, {
			method: 'POST',
			headers: {
				'Content-Type': 'application/json',
				Accept: 'application/json, text/event-stream',
				...(this.session ? { 'mcp-session-id': this.session } : {}),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
			signal: AbortSignal.timeout(withinMs),
		});
		this.session ??= response.headers.get('mcp-session-id') ?? undefined;
		if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
		return await response.text();
	}
}
