/**
 * `npm run schema:check FILE`: what newer definitions have and our schema lacks. Exit code 1 where there is anything.
 * `npm run schema:check FILE PROTOCOL [OUT]` also writes the new arms and members to `announced.ts`, so that errors name the protocol.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { announcedText } from './announce.ts';
import { missingFrom } from './compare.ts';
import { NEWEST_PROTOCOL, wholeSchema } from './whole.ts';

const [file, protocol, out = join(import.meta.dirname, 'announced.ts')] = process.argv.slice(2);
if (file === undefined || (protocol !== undefined && !(Number(protocol) > NEWEST_PROTOCOL))) {
  console.error(
    'usage: npm run schema:check FILE [PROTOCOL, a newer one], the xdr-definitions-json/xdr.json of the crate stellar-xdr',
  );
  process.exit(2);
}
const definitions = readFileSync(file, 'utf8');
const missing = missingFrom(wholeSchema(xdr), definitions);
for (const line of missing) console.log(line);
console.log(
  missing.length === 0
    ? `the schema, of protocols 0 to ${NEWEST_PROTOCOL}, reads all that ${file} defines`
    : `${missing.length} differences; src/xdr/README.md says how to add a protocol`,
);
if (protocol !== undefined) writeFileSync(out, announcedText(wholeSchema(xdr), definitions, Number(protocol)));
process.exitCode = missing.length === 0 ? 0 : 1;
