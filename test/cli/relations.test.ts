import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { completeQualified } from '../../src/cli/complete.ts';
import { everyday, searchRelations } from '../../src/cli/search-relations.ts';
import { alignedTable, wrapped } from '../../src/cli/text.ts';
import type { Relation } from '../../src/lake/meaning/relations.ts';
import { knownRelations, writeKnownRelations } from '../../src/library/known-relations.ts';
import { temporaryFolder } from '../folder.ts';

const file = pathToFileURL(join(temporaryFolder(), 'relations.json'));
let relations: Relation[];
beforeAll(async () => {
  await writeKnownRelations(file);
  relations = await knownRelations(file);
});

describe('knownRelations', () => {
  it('reads what was described, and describes where no file is', async () => {
    expect(await knownRelations(pathToFileURL(join(temporaryFolder(), 'none.json')))).toEqual(relations);
  });

  it('has the values of enumerated columns, passed on to what reads them', () => {
    const valuesOf = (schema: string, name: string, column: string) =>
      relations
        .find((relation) => relation.schema === schema && relation.name === name)!
        .columns.find(({ name }) => name === column)!.values;
    const types = valuesOf('bronze', 'history_operations', 'type_string')!;
    expect([types.length, types[1]]).toEqual([27, 'payment']);
    expect(valuesOf('bronze', 'history_effects', 'type_string')).toContain('liquidity_pool_trade');
    expect(valuesOf('bronze', 'history_transactions', 'transaction_result_code')).toContain(
      'TransactionResultCodeTxSuccess',
    );
  });
});

describe('searchRelations', () => {
  const found = (word: string) => {
    const { relations: named, columns } = searchRelations(relations, word);
    return { relations: named.map(({ name }) => name), columns: columns.map(({ name }) => name) };
  };

  it('finds names, then meanings', () => {
    const { relations: named, columns } = found('price');
    expect(named).toContain('trade_agg');
    expect(columns.slice(0, 3).every((name) => name.includes('price') || name.includes('trade'))).toBe(true);
    expect(found('clawback').columns).toContain('flags');
  });

  it.each([
    ['nft', 'token_registry'],
    ['Wallets', 'accounts_current'],
    ['dex', 'trades'],
    ['gas', 'daily_fee_stats_agg'],
  ])('knows what is meant by %s', (word, relation) => {
    expect(found(word).relations).toContain(relation);
  });

  it('finds few relations for an everyday word that no text has', () => {
    expect(found('nft')).toEqual({
      relations: ['token_permissions', 'contract_data_current', 'token_registry', 'token_transfers'],
      columns: [],
    });
  });

  it('has everyday words for relations and columns that exist', () => {
    const names = new Set(relations.flatMap(({ name, columns }) => [name, ...columns.map(({ name }) => name)]));
    expect(
      Object.values(everyday)
        .flatMap((meant) => meant.split(' '))
        .filter((name) => !names.has(name)),
    ).toEqual([]);
  });

  it('finds created in what says creation, and nothing for what nothing says', () => {
    expect(found('created').relations).toContain('contract_creations');
    expect(found('.*')).toEqual({ relations: [], columns: [] });
  });
});

describe('completeQualified', () => {
  const complete = (text: string, behind = '') => completeQualified(relations, text, text + behind)?.words;

  it('knows the relations of a schema', () => {
    expect(complete('from silver.acc')).toEqual([
      'account_balances__daily_agg',
      'account_data_current',
      'account_signers_current',
      'account_signers_snapshot',
      'accounts_current',
      'accounts_snapshot',
      'accounts_states',
    ]);
  });

  it('knows the columns of a relation, and of its alias, also of one behind the cursor', () => {
    expect(complete('select history_ledgers.sequ')).toEqual(['sequence']);
    expect(complete('select silver.accounts_current.home_domain_')).toEqual(['home_domain_bytes']);
    expect(complete('select a.home_domain_', ' from silver.accounts_current as a')).toEqual(['home_domain_bytes']);
    expect(complete('from history_ledgers l, history_trades t where t.selling_asset_co')).toEqual([
      'selling_asset_code',
    ]);
    expect(complete('select nothing.a')).toBeUndefined();
  });
});

describe('text of tables', () => {
  it('goes on below the last column where a line is too long', () => {
    const rows = [
      ['a', 'one two three four five six'],
      ['b', 'x'],
    ];
    expect(alignedTable([{ name: 'n' }, { name: 'words' }], rows, 24)).toBe(
      'n  words\na  one two three four\n   five six\nb  x\n',
    );
    expect(wrapped('aaa bbb cccccccc d', 7, '  ')).toBe('aaa bbb\n  cccccccc\n  d');
  });

  it('goes below the row where the last column would be narrow', () => {
    const rows = [
      ['a long name', 'one two three four'],
      ['b', 'x'],
    ];
    expect(alignedTable([{ name: 'n' }, { name: 'words' }], rows, 19)).toBe(
      'n            words\na long name\n    one two three\n    four\nb            x\n',
    );
  });
});
