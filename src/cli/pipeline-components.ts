/** `ledgerlake pipeline components`: the registry of processors and consumers. */
import { pipelineComponents, type RegistryEntry } from '../light.ts';
import { outputWidth, print, printJson } from './output.ts';
import { alignedTable, wrapped } from './text.ts';

/** Prints the registry, or one entry of it. Throws UsageError for a name that is none. */
export async function components(name: string | undefined, { json = false }: { json?: boolean }): Promise<void> {
  const chosen = await pipelineComponents(name);
  if (json) return printJson(chosen);
  await print(name === undefined ? listText(chosen) : chosen.map(entryText).join('\n'));
}

function listText(all: readonly RegistryEntry[]): string {
  const parts = (['processor', 'consumer'] as const).map((kind) => {
    const rows = all.filter((entry) => entry.kind === kind).map(({ id, description }) => [id, description]);
    return alignedTable([{ name: kind }, { name: 'what it does' }], rows, outputWidth());
  });
  return parts.join('\n');
}

/** The schema of one field, as far as it is printed. */
interface Field {
  type?: string;
  enum?: unknown[];
  default?: unknown;
  description?: string;
}

function entryText(entry: RegistryEntry): string {
  const { properties, required } = entry.config_schema as { properties: Record<string, Field>; required: string[] };
  const rows = Object.entries(properties).map(
    ([field, { type = '', enum: values, default: used, description = '' }]) => [
      field,
      values?.join(', ') ?? type,
      required.includes(field) ? 'required' : used === undefined ? '' : JSON.stringify(used),
      description,
    ],
  );
  const heads = ['field', 'type', 'default', 'meaning'].map((name) => ({ name }));
  const others = entry.compatible_consumers ?? entry.compatible_processors ?? [];
  const width = outputWidth();
  return [
    `${wrapped(`${entry.id} (${entry.kind}): ${entry.description}`, width)}\n`,
    rows.length === 0 ? 'It has no config.\n' : alignedTable(heads, rows, width),
    `${wrapped(`Goes with: ${others.join(', ')}.`, width, '  ')}\n`,
    entry.example,
  ].join('\n');
}
