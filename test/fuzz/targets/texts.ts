/** Texts that people and clients write: definitions of pipelines, configurations, cursors. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SpecError } from '../../../src/core/errors.ts';
import { parseConfig } from '../../../src/datastore/config/config-file.ts';
import { validate } from '../../../src/pipelines/definition/validate.ts';
import { readCursor, writeCursor, type Cursor } from '../../../src/server/query/cursor.ts';
import { ApiError } from '../../../src/server/query/errors.ts';
import { readSettings } from '../../../src/server/rpc/config/settings.ts';
import { ConfigError } from '../../../src/server/rpc/config/values.ts';
import { RpcError } from '../../../src/server/rpc/errors.ts';
import { eventId, parseCursor } from '../../../src/server/rpc/event-cursor.ts';
import type { Target } from '../fuzzer.ts';

const bytesOf = (...texts: string[]) => texts.map((text) => Uint8Array.from(Buffer.from(text)));
const textOf = (input: Uint8Array) => Buffer.from(input).toString();

const SECRET = 'correct-horse-battery';
const head = 'apiVersion: flow.obsrvr.com/v1\nkind: Pipeline\nmetadata: {name: fuzzed}\nspec:\n  network: testnet\n';
const postgres = `{host: db.example, port: 5432, database: a, username: me, password: "${SECRET}", sslmode: require}`;

/** Validation never throws, and what it says holds no secret. */
export function definitions(): Target {
  const events = readFileSync(join(import.meta.dirname, '../../../data/pipelines/events.yaml'), 'utf8');
  const components = (processor: string, consumer: string) =>
    `${head}  startLedger: "2"\n  endLedger: 9\n  processors: [${processor}]\n  consumers: [${consumer}]\n`;
  return {
    name: 'yaml',
    seeds: bytesOf(
      events,
      components('{type: payments_memo, config: {memo_text: "x"}}', '{type: stdout}'),
      components('{type: contract_event}', `{type: contract_events_postgres, config: ${postgres}}`),
      components(
        '{type: sql, config: {query: "select sequence from history_ledgers"}}',
        '{type: duck, config: {path: "a.db"}}',
      ),
    ),
    tokens: bytesOf(
      '\n',
      '  ',
      '- ',
      ': ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '|',
      '>',
      '&a ',
      '*a',
      '<<: *a',
      '!!binary ',
      '${KEY}',
      '#',
      '? ',
      '---\n',
      '%YAML 1.2\n',
      'null',
      '0x10',
      '1e400',
      '.nan',
      '\u202e',
      '\u0000',
      '- {type: "null"}',
      'config: ',
    ),
    run(input) {
      const text = textOf(input);
      const { errors, warnings, shown } = validate(text);
      const said = JSON.stringify([errors, warnings, shown]);
      if (said.includes(SECRET) && isSecretWhole(text)) throw new Error('a finding shows a secret');
      for (const { message } of [...errors, ...warnings])
        if (message === '') throw new Error('a finding without words');
    },
  };
}

/** Whether the secret stands where a sound definition has it; elsewhere it is a text as any other. */
const isSecretWhole = (text: string) =>
  text.includes(`  consumers: [{type: contract_events_postgres, config: ${postgres}}]`);

/** Files of settings are read, or refused with the key that is wrong. */
export function configurations(): Target {
  const path = join(tmpdir(), `ledgerlake-fuzz-${process.pid}.toml`);
  return {
    name: 'toml',
    seeds: bytesOf(
      '[datastore_config]\ntype = "S3"\n[datastore_config.params]\ndestination_bucket_path = "b/x"\nregion = "r"\n' +
        '[datastore_config.schema]\nledgers_per_file = 1\nfiles_per_partition = 64000\n',
      'datastore_config:\n  type: GCS\n  params: {destination_bucket_path: b/x}\n  schema: {ledgers_per_file: 10}\n',
      'LOG_LEVEL = "info"\nNETWORK_PASSPHRASE = "x"\nHISTORY_RETENTION_WINDOW = 17280\n',
      '[buffered_storage_backend_config]\nbuffer_size = 100\nnum_workers = 5\nretry_limit = 3\nretry_wait = "5s"\n',
    ),
    tokens: bytesOf(
      '\n',
      '[',
      ']',
      '[[',
      ' = ',
      '"""',
      "'''",
      '{',
      '}',
      '0x10',
      '1e400',
      'inf',
      '-',
      '1979-05-27T07:32:00Z',
      '"5s"',
      '#',
      'true',
      '__proto__',
      'constructor',
    ),
    async run(input) {
      const text = textOf(input);
      for (const name of ['config.toml', 'config.yaml']) {
        await parseConfig(text, name).catch((error: unknown) => {
          if (!(error instanceof SpecError)) throw error;
        });
      }
      writeFileSync(path, input);
      try {
        readSettings({ flags: { 'config-path': path } });
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
      }
    },
    close: () => rmSync(path, { force: true }),
  };
}

/** No changed cursor of a list is taken; a cursor of events is taken as it reads, or refused. */
export function cursors(): Target {
  const secret = Buffer.alloc(32, 7);
  const cursor: Cursor = { w: 'local', e: '/api/v1/x', f: { account: 'G' }, k: ['5', 'a'], l: 9, n: 20, s: 'mark' };
  const written = writeCursor(secret, cursor);
  return {
    name: 'cursors',
    seeds: bytesOf(written, eventId(5, 1, 2, 3), eventId(2 ** 31 - 1, 2 ** 20 - 1, 4095, 2 ** 32 - 1)),
    tokens: bytesOf('-', '0', '=', '_', '+', '/', '9223372036854775807', ' ', '1e3', '٣'),
    run(input) {
      const text = textOf(input);
      checkList(text);
      checkEvent(text);
    },
  };

  function checkList(text: string): void {
    try {
      const found = readCursor(secret, text, cursor);
      if (text !== written) throw new Error('a forged cursor is taken');
      if (!isDeepStrictEqual({ ...found, v: undefined }, { ...cursor, v: undefined }))
        throw new Error('a cursor says something else');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  function checkEvent(text: string): void {
    try {
      const { ledger, transaction, operation, number } = parseCursor(text);
      const again = parseCursor(eventId(ledger, transaction, operation, number));
      if (!isDeepStrictEqual(again, { ledger, transaction, operation, number }))
        throw new Error('an id is read as another');
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
    }
  }
}
