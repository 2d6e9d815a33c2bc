/** `ledgerlake mcp`: a lake for agents, by the Model Context Protocol. */
import type { Command } from 'commander';
import { examples } from '../help.ts';
import { lakeOption } from '../options.ts';
import { print } from '../output.ts';
import { untilStopped } from '../until-stopped.ts';

interface McpOptions {
  lake: string;
  endpoint?: string;
}

/** How long a statement of an agent may take. */
const QUERY_MS = 60_000;

export function define(command: Command): void {
  command
    .description(
      'Serve a lake to AI agents over the Model Context Protocol: coverage, relations, read-only SQL, transactions, ' +
        'accounts, contracts, assets.\n' +
        'Needs the package @modelcontextprotocol/sdk.',
    )
    .addOption(lakeOption('folder of the lake'))
    .option('--endpoint <host:port>', 'answer HTTP at /mcp on this loopback address; default: stdin and stdout')
    .addHelpText('after', examples('ledgerlake mcp --lake lake', 'ledgerlake mcp --endpoint 127.0.0.1:8765'))
    .action(mcp);
}

async function mcp({ lake, endpoint }: McpOptions): Promise<void> {
  const { UsageError } = await import('../../core/errors.ts');
  const { isLake } = await import('../lake.ts');
  if (!(await isLake(lake))) {
    throw new UsageError(`--lake ${lake}: no lake there; load one with \`ledgerlake ingest\``);
  }
  const { isLoopback, startServer } = await import('../../server/start.ts');
  const { EndpointError, listen } = await import('../../server/http/listener.ts');
  const { readSettings } = await import('../../server/rpc/config/settings.ts');
  const { agentLake, agentToolkit } = await import('../../mcp/server.ts');
  const settings = readSettings({ flags: { endpoint: '127.0.0.1:0', 'log-level': 'error' }, env: {} });
  try {
    if (endpoint !== undefined && !isLoopback(endpoint))
      throw new UsageError(`--endpoint ${endpoint}: expected a loopback address, such as 127.0.0.1:8765`);
    const toolkit = await agentToolkit();
    await untilStopped(async () => {
      const options = { lakes: [lake], stores: [], authOff: true, sql: true, console: false, budget: QUERY_MS };
      const server = await startServer(settings, options);
      const [network = ''] = server.networks;
      const base = new URL(`lake/v1/${network}`, server.url).href;
      const agents = agentLake(toolkit, { base, network, verify: `ledgerlake verify --lake ${lake}` });
      if (endpoint === undefined) return { stop: () => server.stop(), ended: agents.stdio() };
      try {
        const listener = await listen(endpoint, [agents.room]);
        await print(`mcp: ${listener.url}mcp\n`);
        return { stop: async () => void (await Promise.all([listener.close(), server.stop()])) };
      } catch (error) {
        await server.stop();
        throw error;
      }
    });
  } catch (error) {
    if (error instanceof EndpointError) throw new UsageError(`--endpoint ${endpoint}: ${error.reason}`);
    throw error;
  }
}
