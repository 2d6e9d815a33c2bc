/**
 * Files of earlier versions have all details of an operation or an effect as JSON, in a column `details_json` that newer files
 * lack. What is in columns now is taken out of it, row by row: a merged file has rows of both kinds.
 */

/** How the rows of files of an earlier version become rows of now. */
export interface FormerColumns {
  /** The column that only such files have; null in rows that were written later. */
  had: string;
  /** The SQL of each column that they lack or mean differently. */
  columns: Record<string, string>;
}

const poolAmounts = [
  ...['a', 'b'].flatMap((side) =>
    ['max', 'deposit', 'min', 'withdraw'].map((what) => `reserve_${side}_${what}_amount`),
  ),
  'shares_received',
  'shares',
];

/** A text of the rest of the details as a member of it. */
const member = (name: string) => `'"${name}":"' || (other_details_json ->> '$.${name}') || '"'`;

/** Operations and effects that had as JSON what has columns now. */
const hadFrom = 'type = 19 or (type = 24 and function_name is null)';
const hadAmount = 'contract_event_type is not null and amount_stroops is null';

const assetParts = ['asset_type', 'asset_code', 'asset_issuer'];

/** What was different, by table. */
export const formerColumns: Readonly<Record<string, FormerColumns | undefined>> = {
  history_operations: { had: 'details_json', columns: operationColumns() },
  history_effects: { had: 'details_json', columns: effectColumns() },
};

/** Columns that are made of others in files that lack one of them: a merge makes them, so no file has rows of both kinds. */
export interface LaterColumns {
  /** The column that newer files have. */
  has: string;
  /** Columns that newer files do not have, of which these are made: texts. */
  of?: readonly string[];
  /** The SQL of each, of the columns that were there before. */
  columns: Record<string, string>;
}

/** What became a column after the details had columns, by table, each apart from the others. */
export const laterColumns: Readonly<Record<string, readonly LaterColumns[] | undefined>> = {
  history_operations: [
    {
      has: 'contract_asset',
      columns: {
        details_from: `case when ${hadFrom} then other_details_json ->> '$.from' end`,
        contract_asset: `case when ${hadFrom} then other_details_json ->> '$.asset' end`,
        operation_asset: `case when type in (0, 8) then 'native' when type in (3, 4) then ${assetKey('selling_')}
        when type = 12 then ${assetKey('buying_')} else ${assetKey('')} end`,
        other_details_json: `case when type = 19 then ${without(member('from'))}
        when ${hadFrom} and (other_details_json ->> '$.from') = 'asset' then ${without(`'"from":"asset",' || ${member('asset')}`)}
        when ${hadFrom} then ${without(`'"from":"address"'`)} else other_details_json end`,
      },
    },
  ],
  history_effects: [
    {
      has: 'wide_amount',
      columns: {
        wide_amount: `case when ${hadAmount} then other_details_json ->> '$.amount' end`,
        other_details_json: `case when ${hadAmount} then ${without(member('amount'))} else other_details_json end`,
      },
    },
    {
      has: 'asset_key',
      of: ['asset_code', ...['bought_', 'sold_'].flatMap((side) => [`${side}asset_code`, `${side}asset_issuer`])],
      columns: {
        ...Object.fromEntries(['', 'bought_', 'sold_'].map((prefix) => [`${prefix}asset_key`, assetKey(prefix)])),
        asset_issuer: 'case when type not between 50 and 65 then asset_issuer end',
        asset_type: `case when type not between 50 and 65 then asset_type
          when type >= 63 and liquidity_pool_id is not null then 'liquidity_pool' end`,
      },
    },
  ],
  token_transfers_raw: [
    {
      has: 'asset_key',
      of: ['asset_code', 'asset_issuer'],
      columns: { asset_key: `coalesce(${assetKey('')}, contract_id)` },
    },
  ],
};

/** Returns what of a table's later columns is made of others in a file with these columns. */
export function laterColumnsOf(table: string, columns: ReadonlySet<string>): Record<string, string> {
  return Object.assign({}, ...lacking(table, columns).map((later) => later.columns)) as Record<string, string>;
}

/** Returns the columns, which no file of now has, of which later columns are made in a file with these columns. */
export function formerNamesOf(table: string, columns: ReadonlySet<string>): string[] {
  return lacking(table, columns).flatMap(({ of = [] }) => of);
}

function lacking(table: string, columns: ReadonlySet<string>): LaterColumns[] {
  return (laterColumns[table] ?? []).filter(({ has }) => !columns.has(has));
}

/** Returns the columns that a file of a table has, and those that are made of them. */
export function madeColumns(table: string, columns: readonly string[]): Set<string> {
  const former = formerColumns[table];
  const made = former && columns.includes(former.had) ? Object.keys(former.columns) : [];
  return new Set([...columns, ...made, ...Object.keys(laterColumnsOf(table, new Set(columns)))]);
}

function assetKey(prefix: string): string {
  const [type, code, issuer] = assetParts.map((part) => prefix + part);
  return `case when ${type} = 'native' then 'native' else ${code} || ':' || ${issuer} end`;
}

/** The rest of the details without members, wherever they stand in it, in SQL that other engines have, too. */
function without(members: string): string {
  const places = [`${members} || ','`, `',' || ${members}`, members];
  return places.reduce((json, place) => `replace(${json}, ${place}, '')`, 'other_details_json');
}

function operationColumns(): Record<string, string> {
  return {
    destination: `case when type = 0 then ${text('account')} when type in (1, 2, 13) then ${text('to')} when type = 8 then ${text('into')} end`,
    trustor: `case when type in (7, 21) then ${text('trustor')} end`,
    ...each(['sponsor', 'sponsored_id'], text),
    amount_stroops: `case when type = 0 then ${stroops('starting_balance')} when type <= 14 or type = 19 then ${stroops('amount')} end`,
    source_amount_stroops: `case when type in (2, 13) then ${stroops('source_amount')} end`,
    source_max_stroops: `case when type = 2 then ${stroops('source_max')} end`,
    destination_min_stroops: `case when type = 13 then ${stroops('destination_min')} end`,
    limit_stroops: `case when type = 6 then ${stroops('limit')} end`,
    ...soleAsset(),
    ...['source_', 'selling_', 'buying_', 'reserve_a_', 'reserve_b_'].reduce(
      (all, prefix) => ({ ...all, ...asset(prefix) }),
      {},
    ),
    price_n: `cast(${text('price_r.n')} as integer)`,
    price_d: `cast(${text('price_r.d')} as integer)`,
    offer_id: int64('offer_id'),
    ...each(['balance_id', 'balance_id_strkey', 'liquidity_pool_id', 'liquidity_pool_id_strkey', 'contract_id'], text),
    ...Object.fromEntries(
      poolAmounts.map((name) => [`${name}_stroops`, `case when type in (22, 23) then ${stroops(name)} end`]),
    ),
    host_function: text('function'),
    function_name: `case when ${text('type')} = 'invoke_contract' then ${text('parameters_json_decoded[1].symbol')} end`,
    other_details_json: otherDetails(),
  };
}

function each(names: readonly string[], make: (name: string) => string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

function text(path: string): string {
  return `(details_json ->> '$.${path}')`;
}

function int64(path: string): string {
  return `cast(${text(path)} as bigint)`;
}

/** As text: a fraction in JSON is a double to DuckDB, which loses digits of large amounts. */
function stroops(name: string): string {
  const units = `nullif(regexp_extract(details_json, '"${name}":"?(-?[0-9.]+)', 1), '')`;
  return `cast(cast(${units} as decimal(19, 7)) * 10000000 as bigint)`;
}

function asset(prefix: string): Record<string, string> {
  return {
    ...each(
      assetParts.map((part) => prefix + part),
      text,
    ),
    [`${prefix}asset_id`]: int64(`${prefix}asset_id`),
  };
}

/** Creations of claimable balances have their asset as one text, without its id. */
function soleAsset(): Record<string, string> {
  return { ...asset(''), ...wholeAsset('', 'asset', 'type = 14') };
}

/** Type, code and issuer of an asset that some rows have as one text, at a path. */
function wholeAsset(prefix: string, path: string, condition: string): Record<string, string> {
  const whole = text(path);
  const code = `split_part(${whole}, ':', 1)`;
  const parts = {
    asset_type: `case when ${whole} = 'native' then 'native' when length(${code}) <= 4 then 'credit_alphanum4' when ${whole} is not null then 'credit_alphanum12' end`,
    asset_code: `nullif(${code}, 'native')`,
    asset_issuer: `nullif(split_part(${whole}, ':', 2), '')`,
  };
  return Object.fromEntries(
    Object.entries(parts).map(([part, sql]) => [
      prefix + part,
      `case when ${condition} then ${sql} else ${text(prefix + part)} end`,
    ]),
  );
}

/** What is left without the fields that are in columns; a merge with null removes a field. */
function otherDetails(): string {
  const gone = [
    ...['funder', 'to', 'into', 'trustor', 'trustee', 'claimant', 'sponsor', 'sponsored_id'],
    ...['amount', 'starting_balance', 'source_amount', 'source_max', 'destination_min', 'limit', ...poolAmounts],
    ...['', 'source_', 'selling_', 'buying_', 'reserve_a_', 'reserve_b_'].flatMap((prefix) =>
      [...assetParts, 'asset_id'].map((part) => prefix + part),
    ),
    ...['price', 'price_r', 'offer_id', 'balance_id', 'balance_id_strkey'],
    ...['liquidity_pool_id', 'liquidity_pool_id_strkey', 'contract_id', 'function'],
  ];
  const without = (names: readonly string[]) =>
    `'${JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))}'`;
  return `cast(json_merge_patch(details_json, case when type in (0, 1, 2, 8, 13) then ${without([...gone, 'account', 'from'])}
    when type = 14 then ${without([...gone, 'asset'])} else ${without(gone)} end) as varchar)`;
}

function effectColumns(): Record<string, string> {
  return {
    amount_stroops: digits('starting_balance', 'amount'),
    ...wholeAsset('', 'asset', 'type between 50 and 52 or type between 63 and 65'),
    ...['bought', 'sold'].reduce(
      (all, side) => ({
        ...all,
        [`${side}_amount_stroops`]: digits(`${side}_amount`, `${side}.amount`),
        ...wholeAsset(`${side}_`, `${side}.asset`, 'type = 92'),
      }),
      {},
    ),
    offer_id: int64('offer_id'),
    limit_stroops: digits('limit'),
    ...each(['seller', 'trustor', 'balance_id', 'contract', 'contract_event_type', 'former_sponsor'], text),
    liquidity_pool_id: anyOf('liquidity_pool_id', 'liquidity_pool.id'),
    shares_stroops: digits('shares_received', 'shares_redeemed', 'shares_revoked'),
    signer: anyOf('public_key', 'signer'),
    sponsor: anyOf('sponsor', 'new_sponsor'),
    other_details_json: otherEffectDetails(),
  };
}

function anyOf(...paths: string[]): string {
  return `coalesce(${paths.map(text).join(', ')})`;
}

/** Amounts of effects are texts of seven decimals; null when the digits are more than 64 bits. */
function digits(...paths: string[]): string {
  return `try_cast(replace(${anyOf(...paths)}, '.', '') as bigint)`;
}

function otherEffectDetails(): string {
  const assets = ['', 'bought_', 'sold_'].flatMap((prefix) => assetParts.map((part) => prefix + part));
  const gone = [
    ...['starting_balance', 'amount', 'asset', 'bought', 'sold', 'bought_amount', 'sold_amount', ...assets],
    ...['offer_id', 'limit', 'seller', 'trustor', 'balance_id', 'contract', 'contract_event_type', 'liquidity_pool_id'],
    ...['shares_received', 'shares_redeemed', 'shares_revoked', 'public_key', 'signer'],
    ...['sponsor', 'new_sponsor', 'former_sponsor'],
  ];
  const patch = (names: readonly string[], more: object = {}) =>
    `'${JSON.stringify({ ...Object.fromEntries(names.map((name) => [name, null])), ...more })}'`;
  const but = (kept: string) => patch(gone.filter((name) => name !== kept));
  // What a merge patch says of the inside of an object would make the object where there is none.
  return `cast(json_merge_patch(details_json, case when type between 90 and 95 and type != 94 then ${patch(gone, { liquidity_pool: { id: null } })}
    when type between 63 and 65 then ${but('asset_type')}
    when type in (2, 3, 96, 97) and ${digits('amount')} is null then ${but('amount')} else ${patch(gone)} end) as varchar)`;
}
