/** Writes a definition as YAML that can be applied again. */
import { Document, isScalar, Scalar } from 'yaml';
import { consumers } from '../consumers/index.ts';
import { fieldsOf } from '../definition/config.ts';
import { networks, type ComponentEntry, type Definition } from '../definition/definition.ts';
import { processors } from '../processors/index.ts';
import type { SealedLiteral } from '../store/record.ts';
import { chains } from '../definition/spec.ts';

interface ExportOptions {
  /** Write fields that have their defaults, too. */
  effective?: boolean;
}

type SecretField = Pick<SealedLiteral, 'role' | 'index' | 'field'>;

/** Returns a definition as YAML; what it holds of secrets itself is a placeholder, named in a comment. */
export function exportYaml(
  definition: Definition,
  literals: readonly SecretField[],
  options: ExportOptions = {},
): string {
  const { apiVersion, kind, metadata, spec } = definition;
  const entries = (role: SecretField['role']) =>
    spec[role].map((entry, index) => {
      const own = literals.filter((place) => place.role === role && place.index === index);
      const held = own.map((place) => [place.field, `\${${secretName(definition, place)}}`]);
      const config = { ...entry.config, ...Object.fromEntries(held) };
      return entryOf(role, { ...entry, config }, definition, options);
    });
  const { network, startLedger, endLedger } = spec;
  const ends = { startLedger, ...(endLedger !== undefined && { endLedger }) };
  const lists = { processors: entries('processors'), consumers: entries('consumers') };
  const document = new Document({ apiVersion, kind, metadata, spec: { network, ...ends, ...lists } });
  for (const end of Object.keys(ends)) quote(document.getIn(['spec', end], true));
  if (literals.length > 0) document.commentBefore = commentOf(literals.map((place) => secretName(definition, place)));
  return document.toString({ lineWidth: 0 });
}

/** Returns the name of the secret that an export puts in the place of a value: `<PIPELINE>_<COMPONENT>_<FIELD>`. */
function secretName({ metadata, spec }: Definition, { role, index, field }: SecretField): string {
  const { type } = spec[role][index] ?? { type: role };
  const same = spec[role].slice(0, index).filter((entry) => entry.type === type).length;
  const parts = [metadata.name, type, ...(same > 0 ? [same + 1] : []), field];
  return parts
    .join('_')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

function entryOf(
  role: SecretField['role'],
  { type, config }: ComponentEntry,
  { spec }: Definition,
  { effective = false }: ExportOptions,
): object {
  const written = Object.entries(config).filter(
    ([name, value]) => effective || !isDefault(role, type, name, value, spec.network),
  );
  return { type, ...(written.length > 0 && { config: Object.fromEntries(written) }) };
}

function isDefault(
  role: SecretField['role'],
  type: string,
  name: string,
  value: unknown,
  network: Definition['spec']['network'],
): boolean {
  if (name === 'network_passphrase') return value === networks[network];
  if (name === 'chain_identifier') return value === chains[network];
  const component = (role === 'processors' ? processors : consumers).get(type);
  const field = component && fieldsOf(component.config).get(name);
  return field?.default !== undefined && JSON.stringify(field.default) === JSON.stringify(value);
}

function quote(node: unknown): void {
  if (isScalar(node)) node.type = Scalar.QUOTE_DOUBLE;
}

function commentOf(names: readonly string[]): string {
  const told = names.map((name) => ` - ${name}`).join('\n');
  return ` Secrets that the definition held itself; keep them under these paths before it is applied:\n${told}`;
}
