import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/datastore/config/config-file.ts';
import { filesystem } from '../../src/datastore/kinds/filesystem.ts';
import { gcs } from '../../src/datastore/kinds/gcs.ts';
import { http } from '../../src/datastore/kinds/http.ts';
import { parseWait } from '../../src/core/duration.ts';
import { SpecError } from '../../src/core/errors.ts';

const toml = (text: string) => parseConfig(text, 'store.toml');
const yaml = (text: string) => parseConfig(text, 'store.yaml');
const s3 = `[datastore_config]
type = "S3"
[datastore_config.params]
destination_bucket_path = "bucket/a/prefix/"
region = "us-east-2"
`;

describe('parseConfig(text, file)', () => {
  it('reads the blocks that Galexie and stellar-rpc have, and passes over the rest', async () => {
    const config = await toml(`admin_port = 6061
[datastore_config]
type = "GCS"
[datastore_config.params]
destination_bucket_path = "bucket/v1/ledgers/pubnet"
user_project = "me"
[datastore_config.schema]
ledgers_per_file = 1
files_per_partition = 64000
[buffered_storage_backend_config]
buffer_size = 100
num_workers = 10
retry_limit = 3
retry_wait = "5s"
`);
    expect(config).toEqual({
      spec: { kind: gcs, places: ['bucket/v1/ledgers/pubnet'], values: { userProject: 'me' } },
      schema: { ledgersPerFile: 1, filesPerPartition: 64000 },
      buffer: { size: 100, workers: 10 },
      policy: { retryLimit: 3, retryWaitMs: 5000 },
    });
  });

  it('reads YAML with the same keys', async () => {
    const text = `
datastore_config:
  type: HTTP
  params: { base_url: https://host/v1/, timeout: 1m30s, header_X_Api_Key: abc }
  network_passphrase: Test SDF Network ; September 2015
`;
    expect(await yaml(text)).toEqual({
      spec: { kind: http, places: ['https://host/v1/'], values: { headers: { 'X-Api-Key': 'abc' } } },
      schema: { networkPassphrase: 'Test SDF Network ; September 2015' },
      buffer: {},
      policy: { timeoutMs: 90_000 },
    });
    expect((await yaml('datastore_config: { type: Filesystem, params: { destination_path: a/b } }')).spec).toEqual({
      kind: filesystem,
      places: ['a/b'],
      values: {},
    });
  });

  it.each([
    [
      `${s3}[buffered_storage_backend_config]\nnum_workers = 5\nbuffer_size = 2\n`,
      'number of workers must be <= BufferSize',
    ],
    [`${s3}[buffered_storage_backend_config]\nbuffer_size = 0\n`, 'buffer size must be > 0'],
    [`${s3}[datastore_config.schema]\nledgers_per_file = 0\nfiles_per_partition = 1\n`, 'ledgersPerFile must be > 0'],
    [s3.replace('S3', 's3'), 'invalid datastore type s3, not supported'],
    [s3.replace('S3', ''), 'invalid datastore type , not supported'],
    [s3.replace(/^region.*\n/m, ''), 'invalid S3 config, no region'],
    [s3.replace(/^destination.*\n/m, ''), 'invalid S3 config, no destination_bucket_path'],
    ['[datastore_config]\ntype = "GCS"\n', 'invalid GCS config, no destination_bucket_path'],
    ['[datastore_config]\ntype = "Filesystem"\n', 'invalid Filesystem config, no destination_path'],
    ['[datastore_config]\ntype = "HTTP"\n', 'invalid HTTP config, no base_url'],
  ])('rejects, in the words of the reference, %j', async (text, message) => {
    await expect(toml(text)).rejects.toThrow(expect.objectContaining({ message: `store.toml: ${message}` }));
  });

  it.each([
    [
      `${s3}regoin = "x"\n`,
      'store.toml, datastore_config.params.regoin: unknown key; known are destination_bucket_path, ',
    ],
    [
      s3.replace(/"[^"]*"(?=\nregion)/, '"b?x"'),
      'store.toml, datastore_config.params.destination_bucket_path: b?x: b?x is not a bucket name, which has letters, digits, dots, hyphens and underscores',
    ],
    [`${s3}anonymous = "maybe"\n`, 'store.toml, datastore_config.params.anonymous: is "maybe", expected true or false'],
    [
      `${s3}[buffered_storage_backend_config]\nretry_wait = 5\n`,
      'store.toml, buffered_storage_backend_config.retry_wait: is "5", expected a duration such as 5s, 500ms or 1m30s',
    ],
    [
      `${s3}[buffered_storage_backend_config]\nbuffer_size = -1\n`,
      'store.toml, buffered_storage_backend_config.buffer_size: is -1, expected a whole number',
    ],
    [
      'a = 1\nstellar_core_config = 2\n',
      'store.toml has no datastore_config: it needs that block, as in a configuration of Galexie',
    ],
    ['[datastore_confg]\n', 'store.toml, datastore_confg: unknown key; did you mean datastore_config?'],
    [
      `${s3}[buffered_storage_backend_confg]\nbuffer_size = 5\n`,
      'store.toml, buffered_storage_backend_confg: unknown key; did you mean buffered_storage_backend_config?',
    ],
    ['datastore_config = 7\n', 'store.toml, datastore_config: is no table, expected a table of keys'],
  ])('rejects %j and names the key', async (text, message) => {
    await expect(toml(text)).rejects.toThrow(message);
  });

  it.each([
    ['store.toml', `${s3}secret_access_key = "hidden\n`, 'store.toml, line 6: not TOML: '],
    [
      'store.yaml',
      'datastore_config:\n  type: S3\n  params: {secret_access_key: "hidden\n',
      'store.yaml, line 4: not YAML: ',
    ],
    ['store.yaml', '? '.repeat(35), 'store.yaml, line 1: not YAML: '],
    ['store.yaml', '*e', 'store.yaml: not YAML: Unresolved alias'],
  ])('says where %s does not parse, without showing it', async (file, text, message) => {
    const error: unknown = await parseConfig(text, file).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(SpecError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('hidden');
  });
});

describe('parseWait(text)', () => {
  it.each([
    ['5s', 5000],
    ['500ms', 500],
    ['1m30s', 90_000],
    ['1.5h', 5_400_000],
    ['0', 0],
    ['5', undefined],
    ['', undefined],
    ['-1s', undefined],
  ])('%j is %s ms', (text, ms) => expect(parseWait(text)).toBe(ms));
});
