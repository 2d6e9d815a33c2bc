/** `ledgerlake pipeline apply`: gives a definition to a server that runs pipelines. */
import type { Finding } from '../index.ts';
import { LedgerlakeError, UsageError } from '../light.ts';
import { messageOf, systemReason } from '../core/system-errors.ts';
import { print, printJson, say } from './output.ts';
import { line, definitionText } from './pipeline-file.ts';

export interface ApplyFlags {
  server: string;
  start?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** The answer of the apply endpoint; other servers may answer with anything. */
interface Answer {
  error?: string;
  pipeline_id?: string | null;
  action?: string;
  status?: string | null;
  name?: string;
  errors?: Finding[];
  warnings?: Finding[];
}

export async function apply(file: string, flags: ApplyFlags): Promise<void> {
  const { code, answer } = await post(addressOf(flags), await definitionText(file));
  if (code >= 300) process.exitCode = 1;
  if (flags.json) return printJson(answer);
  const { errors = [], warnings = [] } = answer;
  const found = [
    ...errors.map((error) => line(file, 'error', error)),
    ...warnings.map((warning) => line(file, 'warning', warning)),
  ];
  await print(found.join(''));
  say(told(answer, code, file));
}

function addressOf({ server, start = false, dryRun = false }: ApplyFlags): URL {
  if (!URL.canParse(server) || !/^https?:/.test(server))
    throw new UsageError(`--server takes an address such as http://127.0.0.1:8000, not ${server}`);
  const base = new URL(server);
  // eslint-disable-next-line local/linear-expressions -- an address on the command line
  const address = new URL(`${base.pathname.replace(/\/+$/, '')}/api/v1/flow/pipelines/apply/`, base);
  if (start) address.searchParams.set('auto_start', 'true');
  if (dryRun) address.searchParams.set('dry_run', 'true');
  return address;
}

async function post(address: URL, body: string): Promise<{ code: number; answer: Answer }> {
  const key = process.env['LEDGERLAKE_API_KEY'];
  const headers = { 'Content-Type': 'text/yaml', ...(key ? { Authorization: `Api-Key ${key}` } : {}) };
  try {
    const response = await fetch(address, { method: 'POST', headers, body });
    return { code: response.status, answer: (await response.json()) as Answer };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const reason = systemReason(cause) ?? messageOf(cause);
    throw new LedgerlakeError(`no server of pipelines answers at ${address.origin}: ${reason}`, {}, error);
  }
}

/** A dry run tells no name. */
function told({ error, action = 'none', name, status, pipeline_id: id }: Answer, code: number, file: string): string {
  if (error !== undefined) return `${error} (${code})`;
  const what = [name ?? file, status && `is ${status}`, id && `(${id})`].filter((part) => part).join(' ');
  return `${action}: ${what}`;
}
