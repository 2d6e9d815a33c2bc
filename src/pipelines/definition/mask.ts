/** What of a config people may see: placeholders stay, what is secret or unknown is masked (contract 4.2). */
import type { Consumer, Processor } from '../component.ts';
import { fieldsOf, type Field } from './config.ts';
import { isAddress, tellsSecret } from './credentials.ts';
import type { ComponentEntry } from './definition.ts';
import type { Json } from './nodes.ts';
import { placeholders } from './placeholders.ts';

export const MASK = '********';

/** Returns an entry without its secrets; a key that the component does not have may be a mistyped password. */
export function masked(entry: ComponentEntry, component: Processor | Consumer | undefined): ComponentEntry {
  const fields = component && fieldsOf(component.config);
  const config = Object.entries(entry.config).map(([name, value]) => {
    const field = fields?.get(name);
    const isShown =
      field && (field['x-sensitive'] ? isHarmless(value, field['x-url'] === true) : isPlain(value, field));
    return [name, isShown ? value : MASK] as const;
  });
  return { ...entry, config: Object.fromEntries(config) };
}

/** An address may hold a password, though it is no secret itself. */
function isPlain(value: Json, field: Field): boolean {
  return typeof value !== 'string' || field['x-url'] !== true || !tellsSecret(value, true);
}

/** Of what stands beside a placeholder nothing is told, but for the parts of an address that are no password. */
function isHarmless(value: Json, isUrl: boolean): boolean {
  if (typeof value !== 'string') return false;
  if (value === '') return true;
  return placeholders(value).length > 0 && (!isUrl || isAddress(value)) && !tellsSecret(value, isUrl);
}
