/** A configuration file that says what the settings are, with a comment on each key. */
import { goDuration } from '../go/duration.ts';
import { options, type Option, type OptionValue } from './options.ts';
import type { Settings } from './settings.ts';
import type { BufferConfig } from './tables.ts';

const WIDTH = 80;

const TABLES = `# The datastore: its kind, where it is and how it is cut.
# [datastore_config]
  # Compression = ""
  # NetworkPassphrase = ""
  # type = "GCS"

  # [datastore_config.params]
    # destination_bucket_path = "path_to_bucket"

  # [datastore_config.schema]
    # FileExtension = ""
    # files_per_partition = 64000
    # ledgers_per_file = 1

# Accepted and unused.
# [ingest_load_test_config]
  # files = []
  # frequency = "2s"
  # max_ledgers_per_file = 0
`;

/** Returns the file's text: keys in order, those that are empty or false commented out. */
export function generateConfig(settings: Settings): string {
  const keys = options
    .filter(({ notInFile, isOurs }) => !notInFile && !isOurs)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const parts = keys.map((option) => `\n${comment(option.usage)}${line(option, settings)}\n`);
  return `${parts.join('')}\n${bufferTable(settings)}\n${TABLES}`;
}

function bufferTable({ buffer }: Settings): string {
  const { bufferSize, workers, retryLimit, retryWait } = { ...EXAMPLE, ...present(buffer) };
  const lines = [
    '[buffered_storage_backend_config]',
    `  buffer_size = ${bufferSize}`,
    `  num_workers = ${workers}`,
    `  retry_limit = ${retryLimit}`,
    `  retry_wait = ${JSON.stringify(goDuration(Math.round(retryWait)))}`,
  ];
  const shown = buffer ? lines : lines.map((text) => text.replace(/^ */, '$&# '));
  return `# How ledgers are read from the datastore.\n${shown.join('\n')}\n`;
}

const EXAMPLE: BufferConfig = { bufferSize: 100, workers: 10, retryLimit: 0, retryWait: 0 };

function present(buffer: BufferConfig | undefined): Partial<BufferConfig> {
  return Object.fromEntries(Object.entries(buffer ?? {}).filter(([, value]) => value !== 0));
}

function line({ key, kind }: Option, { values, said }: Settings): string {
  const value = values.get(key)!;
  const isEmpty = value === '' || value === false || (kind === 'urls' && isNothing(value) && said.has(key));
  const isUsual = kind === 'format' && value === 'text';
  return `${isEmpty || isUsual ? '# ' : ''}${key} = ${toml(kind, value)}`;
}

function isNothing(value: OptionValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

function toml(kind: Option['kind'], value: OptionValue): string {
  if (kind === 'duration') return JSON.stringify(goDuration(Number(value)));
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function comment(usage: string): string {
  const lines: string[] = [];
  for (const word of usage.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return `${lines.join('\n')}\n`;
}
