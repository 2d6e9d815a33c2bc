/** The generated files as the generator makes them now. */
import { readFileSync } from 'node:fs';
import { xdr } from '@stellar/stellar-sdk';
import { compile } from '../../src/xdr/compile.ts';
import { located } from '../../src/xdr/located.ts';
import { overlays, wholeSchema } from '../../src/xdr/schema/whole.ts';

const sdk = JSON.parse(
  readFileSync(new URL('../../node_modules/@stellar/stellar-sdk/package.json', import.meta.url), 'utf8'),
);

const added = overlays.map(({ protocol }) => ` and protocol ${protocol}`).join('');

export const generated = compile(wholeSchema(xdr), located, `@stellar/stellar-sdk ${sdk.version}${added}`);
