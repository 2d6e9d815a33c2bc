/** An agent with the SDK's client, and a lake that answers it over HTTP. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { agentLake, agentToolkit } from '../../src/mcp/server.ts';
import type { Told } from '../../src/mcp/answer.ts';
import { listen } from '../../src/server/http/listener.ts';
import { readSettings } from '../../src/server/rpc/config/settings.ts';
import { startServer } from '../../src/server/start.ts';

/** What a tool said: an answer, or why there is none. */
export interface Said {
  text: string;
  isError: boolean;
  told: Told;
}

export interface Agent {
  client: Client;
  ask(name: string, given?: Record<string, unknown>): Promise<Said>;
  close(): Promise<void>;
}

/** Connects a client. */
export async function connectAgent(transport: Transport, end: () => Promise<unknown> = async () => {}): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return {
    client,
    async ask(name, given = {}) {
      const result = await client.callTool({ name, arguments: given }, undefined, { timeout: 600_000 });
      const content = result.content as { type: string; text: string }[];
      if (content.length !== 1 || content[0].type !== 'text')
        throw new Error(`${content.length} parts, expected one text`);
      const [{ text }] = content;
      const isError = result.isError === true;
      return { text, isError, told: (isError ? undefined : JSON.parse(text)) as Told };
    },
    async close() {
      await client.close();
      await end();
    },
  };
}

/** Serves a lake to agents; returns the address and what ends it. */
export async function serveAgents(lake: string): Promise<{ url: string; close(): Promise<void> }> {
  const settings = readSettings({ flags: { endpoint: '127.0.0.1:0', 'log-level': 'error' }, env: {} });
  const options = { lakes: [lake], stores: [], authOff: true, sql: true, console: false, budget: 600_000 };
  const server = await startServer(settings, options);
  const [network] = server.networks;
  const base = new URL(`lake/v1/${network}`, server.url).href;
  const { room } = agentLake(await agentToolkit(), { base, network, verify: `ledgerlake verify --lake ${lake}` });
  const listener = await listen('127.0.0.1:0', [room]);
  const close = async () => void (await Promise.all([listener.close(), server.stop()]));
  return { url: `${listener.url}mcp`, close };
}

/** Serves a lake and connects an agent to it. */
export async function agentOf(lake: string): Promise<Agent> {
  const { url, close } = await serveAgents(lake);
  return connectAgent(new StreamableHTTPClientTransport(new URL(url)), close);
}
