/** How fast does one thread turn ledgers into Arrow batches? */
import { passphraseOf } from '../src/ledger/network.ts';
import { benchDecode } from '../src/bench-decode.ts';
import { benchSets, printRows } from './util.ts';

const rows = [];
for (const { name, sources, network } of benchSets) {
  rows.push(...(await benchDecode(sources, { name, passphrase: passphraseOf(network) })));
}
printRows(rows);
