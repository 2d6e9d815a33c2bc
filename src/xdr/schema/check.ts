/** `npm run schema:check FILE`: what newer definitions have and our schema lacks. Exit code 1 where there is anything. */
import { readFileSync } from 'node:fs';
import { xdr } from '@stellar/stellar-sdk';
import { missingFrom } from './compare.ts';
import { NEWEST_PROTOCOL, wholeSchema } from './whole.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: npm run schema:check FILE, the xdr-definitions-json/xdr.json of the crate stellar-xdr');
  process.exit(2);
}
const missing = missingFrom(wholeSchema(xdr), readFileSync(file, 'utf8'));
for (const line of missing) console.log(line);
console.log(
  missing.length === 0
    ? `the schema, of protocols 0 to ${NEWEST_PROTOCOL}, reads all that ${file} defines`
    : `${missing.length} differences; src/xdr/README.md says how to add a protocol`,
);
process.exitCode = missing.length === 0 ? 0 : 1;
