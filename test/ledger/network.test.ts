import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/errors.ts';
import { passphraseOf, passphrases, type Network } from '../../src/ledger/network.ts';

const FORMS = 'give pubnet, testnet, local or the passphrase';

describe('passphraseOf(network)', () => {
  it.each<[Network, string]>([
    ['pubnet', passphrases.pubnet],
    ['mainnet', passphrases.pubnet],
    [' testnet\n', passphrases.testnet],
    [passphrases.local, passphrases.local],
    ['Local Sandbox Stellar Network ; September 2022', 'Local Sandbox Stellar Network ; September 2022'],
    ['load test network', 'load test network'],
    ['(V) (;,,;) (V)', '(V) (;,,;) (V)'],
    ['passphrase:mine', 'mine'],
    ['passphrase:public global stellar network', 'public global stellar network'],
    [{ passphrase: 'pubnet' }, 'pubnet'],
    [{ passphrase: ' x ' }, ' x '],
  ])('takes %j', (network, passphrase) => {
    expect(passphraseOf(network)).toBe(passphrase);
  });

  it.each<[unknown, string]>([
    ['pubnett', `unknown network "pubnett": ${FORMS}; one without a space is written "passphrase:pubnett"`],
    ['Pubnet', `unknown network "Pubnet": ${FORMS}; one without a space is written "passphrase:Pubnet"`],
    ['toString', `unknown network "toString": ${FORMS}; one without a space is written "passphrase:toString"`],
    [
      'Test SDF network; September 2015',
      'the passphrase "Test SDF network; September 2015" is almost "Test SDF Network ; September 2015": ' +
        'give that, or "passphrase:Test SDF network; September 2015" if it is another',
    ],
    ['', `no network given: ${FORMS}`],
    ['passphrase:', `no network given: ${FORMS}`],
    [undefined, `no network given: ${FORMS}`],
    [null, `no network given: ${FORMS}`],
    [7, `no network given: ${FORMS}`],
    [{}, `no network given: ${FORMS}`],
    [{ passphrase: '' }, `no network given: ${FORMS}`],
  ])('refuses %j', (network, message) => {
    expect(() => passphraseOf(network as Network)).toThrow(new UsageError(message));
  });
});
