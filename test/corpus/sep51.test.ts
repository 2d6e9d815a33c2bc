import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeJson } from '../../src/xdr/decode.ts';
import { corpus, corpusFiles, hasCorpus, readText } from '../corpus.ts';

/** Names of the corpus that the SDK's schema spells otherwise. */
const SCHEMA_NAMES: Record<string, string> = {
  AccountID: 'PublicKey',
  AllowTrustOperation: 'AllowTrustOp',
  AssetAlphaNum12: 'AlphaNum12',
  AssetAlphaNum4: 'AlphaNum4',
  ClaimClaimableBalanceOperation: 'ClaimClaimableBalanceOp',
  ClawbackClaimableBalanceOperation: 'ClawbackClaimableBalanceOp',
  SignedPayload: 'SignerKeyEd25519SignedPayload',
};

/** The decoder behind these files is of version 27, which wrote the member `type` as `type_`. */
const oldTypeMember = (json: string) => json.replaceAll('"type_":', '"type":');

/** An absent option around the type, not a value of the type: its bytes are the option's flag. */
const ABSENT = 'data_value_absent';

interface Vector {
  id: string;
  type: string;
  base64: string;
  spec_reference_json: string;
}

const vectors: Vector[] = hasCorpus ? JSON.parse(readText(join(corpus, 'xdr-json/sep51-corpus.json'))).entries : [];

describe.skipIf(!hasCorpus)('SEP-51 JSON of the corpus', () => {
  for (const vector of vectors.filter(({ id }) => id !== ABSENT)) {
    it(`equals the vector ${vector.id}`, () => {
      const json = decodeJson(SCHEMA_NAMES[vector.type] ?? vector.type, Buffer.from(vector.base64, 'base64'));
      expect(JSON.parse(json)).toEqual(JSON.parse(vector.spec_reference_json));
    });
  }

  for (const set of ['pubnet-p26', 'pubnet-eras']) {
    for (const path of corpusFiles(`${set}/expected/decoded-sep51`, '.json.zst')) {
      const ledger = basename(path, '.json.zst');
      it(`equals the reference decoder's of ledger ${ledger}`, () => {
        const object = corpusFiles(`${set}/store`, '.zst').find((key) => key.includes(`--${ledger}.xdr`))!;
        const batch = JSON.parse(decodeJson('LedgerCloseMetaBatch', zstdDecompressSync(readFileSync(object))));
        expect(batch.ledger_close_metas[0]).toEqual(JSON.parse(oldTypeMember(readText(path))));
      });
    }
  }
});
