/** `ledgerlake decode`: ledger files as JSON. */
import type { Command } from 'commander';
import { decodeFile, type DecodeError } from '../../light.ts';
import { examples } from '../help.ts';
import { parseLedger } from '../options.ts';
import { print, say } from '../output.ts';

interface DecodeFlags {
  ledger?: number;
  pretty?: boolean;
  lenient?: boolean;
}

export function define(command: Command): void {
  command
    .description('Print each ledger of a file as JSON (SEP-51), one LedgerCloseMeta per line.')
    .argument(
      '<file>',
      'a ledger file: a LedgerCloseMetaBatch, a LedgerCloseMeta or a stream of these; zstd, gzip or plain',
    )
    .option('--ledger <n>', 'only this ledger', parseLedger)
    .option('--pretty', 'indent the output')
    .option('--lenient', 'print what can be read of a newer ledger, and the rest as hex')
    .addHelpText(
      'after',
      examples(
        'ledgerlake decode data/sample/FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst --ledger 3 --pretty',
        'ledgerlake decode FCD285FF--53312000.xdr.zst | jq .v1.ledger_header.hash',
      ),
    )
    .action(decode);
}

async function decode(file: string, { ledger, pretty, lenient }: DecodeFlags): Promise<void> {
  const onFault = lenient ? ({ message }: DecodeError) => say(`warning: ${message}`) : undefined;
  for await (const json of decodeFile(file, { ledger, onFault })) {
    await print(pretty ? `${JSON.stringify(JSON.parse(json), null, 2)}\n` : `${json}\n`);
  }
}
