/** `ledgerlake console`: the console of a lake in the browser. */
import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { examples } from '../help.ts';
import { lakeOption } from '../options.ts';
import { print } from '../output.ts';
import { untilStopped } from '../until-stopped.ts';

interface ConsoleOptions {
  lake: string;
  store?: string[];
  endpoint: string;
  dataDir?: string;
  open: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Serve the console of a lake on this machine, without API keys, and open it in the browser. Ctrl-C ends it.',
    )
    .addOption(lakeOption('folder of the lake'))
    .option('--store <store...>', 'folders of ledger objects (SEP-54), or ledger files; JSON-RPC reads them')
    .option('--data-dir <dir>', 'folder of pipelines and secrets; default: no pipelines')
    .option('--endpoint <host:port>', 'loopback address to listen on; port 0 is any free port', '127.0.0.1:0')
    .option('--no-open', 'print the address only')
    .addHelpText('after', examples('ledgerlake console --lake lake', 'ledgerlake console --no-open'))
    .action(serveConsole);
}

async function serveConsole({ lake, store = [], dataDir, endpoint, open }: ConsoleOptions): Promise<void> {
  const { UsageError } = await import('../../core/errors.ts');
  const { isLake } = await import('../lake.ts');
  if (!(await isLake(lake))) {
    throw new UsageError(`--lake ${lake}: no lake there; load one with \`ledgerlake ingest\``);
  }
  const { readSettings } = await import('../../server/rpc/config/settings.ts');
  const { isLoopback, startServer } = await import('../../server/start.ts');
  const { EndpointError } = await import('../../server/http/listener.ts');
  const { StartFailed } = await import('../../server/rpc/start.ts');
  const settings = readSettings({ flags: { endpoint, 'log-level': 'warn' }, env: process.env });
  try {
    if (!isLoopback(endpoint)) {
      throw new UsageError(
        `--endpoint ${endpoint}: expected a loopback address; \`ledgerlake serve --console\` takes others`,
      );
    }
    await untilStopped(async () => {
      const server = await startServer(settings, {
        lakes: [lake],
        stores: store,
        dataDir,
        authOff: true,
        console: true,
      });
      await print(`console: ${server.url}\n`);
      if (open) openBrowser(server.url);
      return server;
    });
  } catch (error) {
    if (error instanceof EndpointError) throw new UsageError(`--endpoint ${endpoint}: ${error.reason}`);
    if (!(error instanceof StartFailed)) throw error;
    process.exitCode = 1;
  }
}

/** Opens the address in the browser of the desktop; where there is none, the printed address has to do. */
function openBrowser(url: string): void {
  const [program, ...words] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '""']
        : ['xdg-open'];
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
