/** The generated files as the generator makes them now. */
import { readFileSync } from 'node:fs';
import { xdr } from '@stellar/stellar-sdk';
import { compile } from '../../src/xdr/compile.ts';
import { located } from '../../src/xdr/located.ts';
import { reflect } from '../../src/xdr/schema.ts';

const sdk = JSON.parse(
  readFileSync(new URL('../../node_modules/@stellar/stellar-sdk/package.json', import.meta.url), 'utf8'),
);

export const generated = compile(reflect(xdr), located, `@stellar/stellar-sdk ${sdk.version}`);
