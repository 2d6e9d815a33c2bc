/** What is known of protocols that are not read yet: numbers and names of new arms and members, for errors. */
import type { Schema } from '../schema.ts';
import { newNumbers } from './compare.ts';

const HEAD = `/** Arms and members of protocols that are not read yet. \`npm run schema:check FILE PROTOCOL\` writes this file. */
import type { Announced } from './overlay.ts';
`;

/** Returns the text of `announced.ts` for the definitions of a protocol. Throws UsageError for a text that is no such file. */
export function announcedText(types: ReadonlyMap<string, Schema>, definitions: string, protocol: number): string {
  const numbers = Object.entries(newNumbers(types, definitions)).map(([type, names]) => {
    const lines = Object.entries(names).map(([number, name]) => `        ${number}: '${name}',\n`);
    return `      ${type}: {\n${lines.join('')}      },\n`;
  });
  const all = numbers.length > 0 ? `{\n${numbers.join('')}    }` : '{}';
  return `${HEAD}
export const announced: readonly Announced[] = [
  {
    protocol: ${protocol},
    numbers: ${all},
  },
];
`;
}
