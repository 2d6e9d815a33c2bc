/** Masks a config for display: placeholders stay; secrets and unknown fields are masked. */
import type { Consumer, Processor } from '../component.ts';
import { fieldsOf, type Field } from './config.ts';
import { isAddress, tellsSecret } from './credentials.ts';
import type { ComponentEntry } from './definition.ts';
import type { JsonData } from '../yaml/nodes.ts';
import { placeholders } from '../yaml/placeholders.ts';

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
function isPlain(value: JsonData, field: Field): boolean {
  return typeof value !== 'string' || field['x-url'] !== true || !tellsSecret(value, true);
}

/** True if a value may be shown: a placeholder without other text, or an address without a password. */
function isHarmless(value: JsonData, isUrl: boolean): boolean {
  if (typeof value !== 'string') return false;
  if (value === '') return true;
  return placeholders(value).length > 0 && (!isUrl || isAddress(value)) && !tellsSecret(value, isUrl);
}
