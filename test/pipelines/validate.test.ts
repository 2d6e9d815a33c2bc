import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validate } from '../../src/pipelines/definition/validate.ts';
import { holdsSecret } from '../../src/pipelines/definition/credentials.ts';
import { placeholders, resolvePlaceholders } from '../../src/pipelines/yaml/placeholders.ts';
import { consumers } from '../../src/pipelines/consumers/index.ts';
import { processors } from '../../src/pipelines/processors/index.ts';

const ledgers = '  network: testnet\n  startLedger: 5\n  endLedger: 10\n';
const head = `apiVersion: flow.obsrvr.com/v1\nkind: Pipeline\nmetadata: {name: P}\nspec:\n${ledgers}`;
const valid = `${head}  processors: [{type: contract_event}]\n  consumers: [{type: "null"}]\n`;

it('returns the definition with its defaults', () => {
  const { definition, errors, warnings } = validate(
    `${head}  processors: [{type: payments_memo}]\n  consumers: [{type: stdout}]\n`,
  );
  expect([errors, warnings]).toEqual([[], []]);
  expect(definition).toEqual({
    apiVersion: 'flow.obsrvr.com/v1',
    kind: 'Pipeline',
    metadata: { name: 'P' },
    spec: {
      network: 'testnet',
      startLedger: '5',
      endLedger: '10',
      processors: [
        {
          type: 'payments_memo',
          config: { network_passphrase: 'Test SDF Network ; September 2015', memo_text: 'internal' },
        },
      ],
      consumers: [{ type: 'stdout', config: { format: 'jsonl' } }],
    },
  });
});

it('tells of every unknown key of a config', () => {
  const keys = Array.from({ length: 20 }, (_, i) => `k${i}: 1`).join(', ');
  const { errors } = validate(valid.replace('{type: "null"}', `{type: "null", config: {${keys}}}`));
  expect(errors.map(({ code, path }) => `${code} ${path}`)).toEqual(
    Array.from({ length: 20 }, (_, i) => `invalid_config spec.consumers[0].config.k${i}`),
  );
});

it('tells of a fault once: of nothing that follows from a component that is not known', () => {
  const filter =
    '{type: contract_filter, config: {contract_ids: [CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC]}}';
  const redis = '{type: save_latest_ledger_redis}';
  const found = (processors: string, consumers: string) => {
    const { errors, warnings } = validate(`${head}  processors: [${processors}]\n  consumers: [${consumers}]\n`);
    return [...errors, ...warnings].map(({ code, path }) => `${code} ${path}`);
  };
  expect([
    found('{type: trades}, {config: {}}', redis),
    found(`{type: contract_evnt}, ${filter}`, '{type: "null"}'),
    found('{type: trades, config: 5}', redis),
    found('{type: trades}', '{type: duck, config: 5}'),
    found('{type: trades}', '{config: {}}'),
    found('{type: trades}', '{type: "null", config: 5}'),
    found('{type: trades}', ''),
    found(
      '{type: contract_event}, {type: event_payment_extracter}',
      '{type: event_payment_postgres, config: {connectionString: "postgres://u@h/d"}}',
    ),
  ]).toEqual([
    ['missing_field spec.processors[1].type'],
    ['unknown_component spec.processors[0].type'],
    [
      'wrong_type spec.processors[0].config',
      'incompatible_component spec.consumers[0].type',
      'unused_processor spec.processors[0]',
    ],
    ['unknown_component spec.consumers[0].type'],
    ['missing_field spec.consumers[0].type'],
    ['wrong_type spec.consumers[0].config'],
    ['missing_field spec.consumers'],
    ['unknown_component spec.processors[1].type'],
  ]);
});

it('says what the kind and the version of a definition must be', () => {
  const text = valid.replace('kind: Pipeline', 'kind: Job').replace('flow.obsrvr.com/v1', 'flow.obsrvr.com/v2');
  expect(validate(text).errors.map(({ code, message }) => [code, message])).toEqual([
    ['unsupported_api_version', 'apiVersion must be flow.<domain>/v1'],
    ['wrong_kind', 'kind must be Pipeline'],
  ]);
});

it('tells that null without quotes is no type', () => {
  const { errors } = validate(valid.replace('"null"', 'null').replace('network: testnet', 'network:'));
  expect(errors.map(({ code, message }) => [code, message])).toEqual([
    ['missing_field', 'network is required, and has no value: null without quotes is none'],
    ['missing_field', 'type is required, and has no value: null without quotes is none'],
  ]);
});

it('takes a placeholder in a field of certain words, for what is known when a run begins, but in none of numbers', () => {
  const config = '{host: h, database: d, username: u, password: "", sslmode: "${MODE}", port: "${PORT}"}';
  const text = `${head}  processors: [{type: contract_event}]\n  consumers: [{type: contract_events_postgres, config: ${config}}]\n`;
  expect(validate(text).errors).toMatchObject([{ code: 'invalid_config', path: 'spec.consumers[0].config.port' }]);
});

it('leaves out fields of metadata that there are not', () => {
  const { definition, shown, warnings } = validate(valid.replace('name: P', 'name: P, password: p'));
  expect(warnings).toMatchObject([{ code: 'unknown_field', path: 'metadata.password' }]);
  expect([definition, shown]).toMatchObject([{ metadata: { name: 'P' } }, { metadata: { name: 'P' } }]);
  expect(JSON.stringify([definition, shown])).not.toContain('password');
});

describe('a hostile text', () => {
  const size = 1 << 20;
  const keys = Array.from({ length: size / 8 }, (_, i) => `k${i}: 1`).join('\n');
  it.each([
    ['brackets', '['.repeat(size), 'yaml_syntax'],
    ['braces', 'a: {'.repeat(size / 4), 'yaml_syntax'],
    ['different keys', keys, 'yaml_syntax'],
    ['one key', 'a: 1\n'.repeat(size / 5), 'yaml_syntax'],
    ['a hundred thousand wrong entries', `${head}  processors: [${'5,'.repeat(100_000)}]`, 'yaml_syntax'],
    ['dashes', '- '.repeat(size / 2), 'yaml_syntax'],
    ['keys of keys', '? '.repeat(35), 'yaml_syntax'],
    ['documents', '---\n'.repeat(size / 4), 'yaml_syntax'],
    ['two documents', '--- {}\n'.repeat(2), 'multiple_documents'],
    ['a NUL', '\0', 'yaml_syntax'],
    ['a bell within a text', `${valid}  x: "a\x07b"\n`, 'yaml_syntax'],
    ['a tag of the user', 'metadata: {labels: {a: !own 1}}', 'yaml_syntax'],
    ['bytes', 'metadata: {labels: {a: !!binary dGVzdA==}}', 'yaml_syntax'],
    ['a time', 'metadata: {labels: {a: !!timestamp 2026-01-01}}', 'yaml_syntax'],
    ['a set', 'metadata: {labels: {a: !!set {b}}}', 'yaml_syntax'],
    ['pairs in order', 'metadata: {labels: {a: !!omap [b: 1]}}', 'yaml_syntax'],
  ])('of %s is refused, and by one finding', (_name, text, code) => {
    const { errors, definition, shown } = validate(text);
    expect([errors.map((found) => found.code), definition, shown]).toEqual([[code], undefined, undefined]);
  });

  it('has an answer, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => validate(text).errors.length > 0));
    const parts = fc.constantFrom(
      'type:',
      '- ',
      '\n  ',
      '{',
      '}',
      '[',
      ']',
      '&a',
      '*a',
      '"',
      "'",
      ': ',
      '!!int',
      '|',
      '>',
      '?',
      '<<',
    );
    fc.assert(fc.property(fc.array(parts), (some) => validate(`${head}${some.join(' ')}`).errors.length > 0));
  });
});

it('counts columns in code points, of ten thousand values on a line of a megabyte as well', () => {
  const long = '\u{1d4b3}'.repeat(200_000);
  const { errors } = validate(`{zz: "${long}", yy: [${'1,'.repeat(9000)}1], xx: 1}`);
  const columns = errors.filter(({ code }) => code === 'unknown_field').map(({ column }) => column);
  expect(columns).toEqual([2, 200_010, 218_019]);
});

it('reads keys of an object that objects have anyway as keys that there are not', () => {
  const { errors } = validate(`${valid}  toString: 1\n  hasOwnProperty: 2\n`);
  expect(errors.map(({ code, path }) => [code, path])).toEqual([
    ['unknown_field', 'spec.toString'],
    ['unknown_field', 'spec.hasOwnProperty'],
  ]);
});

it.each([
  ['a mistyped password', 'pasword: hunter22'],
  ['a password of another type', 'password: {x: hunter22}'],
  ['a list', 'password: [hunter22]'],
  ['a URL', 'password: "postgres://u:hunter22@h/d"'],
])('never echoes %s', (_name, field) => {
  const config = `{host: h, database: d, username: u, ${field}}`;
  const found = validate(
    `${head}  processors: [{type: contract_event}]\n  consumers: [{type: contract_events_postgres, config: ${config}}]\n`,
  );
  expect(JSON.stringify(found.shown)).toContain('********');
  expect(JSON.stringify([found.errors, found.warnings, found.shown])).not.toContain('hunter22');
});

it.each([
  ['a tag', '!hunter22'],
  ['a tag of a namespace', '!h!hunter22'],
  ['the header of a block', '|hunter22'],
  ['what stands after its header', '|9 hunter22'],
  ['an escape', '"\\Uhunter22"'],
])('never echoes a password that YAML reads as %s', (_name, password) => {
  const { errors } = validate(`${valid}  password: ${password}\n`);
  expect(errors).toMatchObject([{ code: 'yaml_syntax', line: 10 }]);
  expect(errors[0]?.message).not.toContain('hunter');
});

it.each([
  ['in block style', 'a: 1\n', 2],
  ['in flow style', '{a: 1}\n\n\n', 4],
  ['that ends with dots', 'a: 1\n...\n\n\n', 5],
  ['before directives', 'a: 1\n...\n# c\n%YAML 1.2\n', 5],
])('names the line at which a second document begins, after one %s', (_name, first, line) => {
  expect(validate(`${first}---\nb: 2\n`).errors).toMatchObject([{ code: 'multiple_documents', line, column: 1 }]);
});

it.each([
  ['in flow style', (n: number) => ` ${'['.repeat(n)}1${']'.repeat(n)}`],
  ['in flow style, empty', (n: number) => ` ${'['.repeat(n)}${']'.repeat(n)}`],
  ['in block style', (n: number) => `${Array.from({ length: n }, (_, i) => `\n${' '.repeat(i + 4)}a:`).join('')} 1`],
  [
    'by an alias',
    (n: number) => ` [&a ${'['.repeat(32)}${']'.repeat(32)}, ${'['.repeat(n - 33)}*a${']'.repeat(n - 33)}]`,
  ],
])('takes 64 levels of lists and mappings, and no more: %s', (_how, nested) => {
  // The root and metadata are two, and labels are what is nested.
  const text = (n: number) => valid.replace('metadata: {name: P}', `metadata:\n  name: P\n  labels:${nested(n)}`);
  expect(validate(text(62)).errors).toEqual([]);
  expect(validate(text(63)).errors).toMatchObject([
    { code: 'yaml_syntax', message: expect.stringMatching(/^more than 64 levels/) as string },
  ]);
});

it('takes 1000 placeholders, and no more, and names each once for a text', () => {
  const consumer = (n: number) => `{type: parquet, config: {dir: "${'${A}'.repeat(n)}"}}`;
  const found = (n: number) =>
    validate(`${head}  processors: [{type: contract_event}]\n  consumers: [${consumer(n)}]\n`);
  expect(found(1000)).toMatchObject({ errors: [], warnings: [{ code: 'missing_secret' }] });
  expect(found(1001).errors).toMatchObject([{ code: 'yaml_syntax', line: 9 }]);
});

it('takes 100 entries of a list of components, and no more', () => {
  const text = (n: number) =>
    `${head}  processors: [${Array(n).fill('{type: contract_event}').join()}]\n  consumers: [{type: "null"}]\n`;
  expect(validate(text(100)).errors).toEqual([]);
  const message = 'processors has at most 100 entries';
  expect(validate(text(101)).errors).toMatchObject([{ code: 'wrong_type', path: 'spec.processors', message }]);
});

it('tells of what an alias stands for where it stands, and of what it lacks at the alias', () => {
  const consumer = (config: string) => `    - {type: contract_events_postgres, config: ${config}}\n`;
  const given = '&c {database: d, username: u, password: "", port: 0}';
  const text = `${head}  processors: [{type: contract_event}]\n  consumers:\n${consumer(given)}${consumer('*c')}`;
  expect(validate(text).errors.map(({ path, line, column }) => [path, line, column])).toEqual([
    ['spec.consumers[0].config.host', 10, 51],
    ['spec.consumers[0].config.port', 10, 98],
    ['spec.consumers[1].config.port', 10, 98],
    ['spec.consumers[1].config.host', 11, 48],
  ]);
});

it('takes an alias for a key', () => {
  const text = `${valid.replace('{name: P}', '{name: &n network}').replace('  network:', '  *n :')}`;
  expect(validate(text).errors).toEqual([]);
  expect(validate(text.replace('&n ', '')).errors).toMatchObject([{ code: 'yaml_syntax', line: 5, column: 3 }]);
});

it('suggests the fields of a schema within a config, whose name is its key alone', () => {
  const asked =
    '{carbon: {function_name: sink, contract_id: [], extractors: {funder: {argument_index: -1, field_typ: u64}}}}';
  const text = `${head}  processors: [{type: extracted_contract_invocation, config: {extraction_schemas: ${asked}}}]\n  consumers: [{type: "null"}]\n`;
  const path = 'spec.processors[0].config.extraction_schemas.carbon';
  expect(validate(text).errors).toMatchObject([
    { path: `${path}.contract_id`, suggestion: 'contract_ids' },
    { path: `${path}.extractors.funder.field_type`, message: 'field_type is required' },
    { path: `${path}.extractors.funder.argument_index`, message: 'argument_index must be >= 0' },
    { path: `${path}.extractors.funder.field_typ`, suggestion: 'field_type' },
  ]);
});

it('tells once of a value that is wrong in two ways', () => {
  const config = '{redis_db: -0.5}';
  const text = `${head}  processors: [{type: latest_ledger}]\n  consumers: [{type: save_latest_ledger_redis, config: ${config}}]\n`;
  expect(validate(text).errors).toHaveLength(1);
});

it('takes a text of a URL for a secret by its password alone', () => {
  const texts = ['postgres://u:${PW}@h/d', 'postgres://u@h/d', 'host=h password=${PW}', 'host=h', '${URL}', ''];
  expect(texts.map((text) => holdsSecret(text, true))).toEqual(texts.map(() => false));
  const named = ['postgres://${secret:db/u}:${secret:db/p}@h/d', 'postgres://${secret:db/u}@h/d'];
  expect(named.map((text) => holdsSecret(text, true))).toEqual([false, false]);
  const secret = ['postgres://u:x@${HOST}/d', "host=h password='x y'", 'password=x', 'postgres://h/d?password=x'];
  const odd = [
    'postgres://${U}:x/y@h/d',
    'redis://:x#y@h',
    'postgres://${secret:db/u}:x@h/d',
    'host=${H} sslpassword=x',
  ];
  expect(odd.map((text) => holdsSecret(text, true))).toEqual(odd.map(() => true));
  expect(secret.map((text) => holdsSecret(text, true))).toEqual(secret.map(() => true));
});

it.each([
  ['contract_data', 'database_url', 'postgres://admin:hunter22-${X}@h/d', true],
  ['contract_data', 'database_url', 'postgres://me@corp:hunter22${X}@h/d', true],
  ['contract_data', 'database_url', '${SCHEME}://u:hunter22@h/d', true],
  ['contract_data', 'database_url', '${START}u:hunter22@h/d', true],
  ['contract_data', 'database_url', 'hunter22-${X}', true],
  ['contract_data', 'database_url', 'postgres://u:${PW}@h/d?passw%6frd=hunter22', true],
  ['contract_data', 'database_url', 'host=h password=${PW} password=hunter22', true],
  ['contract_data', 'database_url', "host=h user=u password='hunter22 ${X}'", true],
  ['contract_data', 'database_url', "host=h password='hunter22 ${X}", true],
  ['contract_data', 'database_url', 'host=${H} hunter22', true],
  ['contract_data', 'database_url', 'postgres://u:${PW}@${HOST}:${PORT}/d?sslmode=require', false],
  ['contract_data', 'database_url', "host=h port=5432 user=u password='${secret:db/pw}'", false],
  ['contract_data', 'database_url', '${A}${B}', false],
  ['latest_ledger', 'redis_address', 'rediss://:hunter22-${X}@h:1', true],
  ['latest_ledger', 'redis_address', 'me:hunter22@h:1', true],
  ['latest_ledger', 'redis_address', 'rediss://me:${PW}@h:1', false],
  ['latest_ledger', 'redis_password', 'hunter22${X}', true],
  ['latest_ledger', 'redis_password', '${A}${B}', false],
])('of %s shows in %s %s unless a secret stands beside the placeholder', (processor, field, text, isMasked) => {
  const consumer = processor === 'contract_data' ? 'contract_data_postgres' : 'save_latest_ledger_redis';
  const config = JSON.stringify({ [field]: text });
  const { errors, shown } = validate(
    `${head}  processors: [{type: ${processor}}]\n  consumers: [{type: ${consumer}, config: ${config}}]\n`,
  );
  expect(errors).toEqual([]);
  expect(shown).toMatchObject({ spec: { consumers: [{ config: { [field]: isMasked ? '********' : text } }] } });
});

it('warns of names that nothing is found by, and suggests those that there are', () => {
  const account = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';
  const found = (type: string, config: object) => {
    const text = `${head}  processors: [${JSON.stringify({ type, config })}]\n  consumers: [{type: "null"}]\n`;
    const { errors, warnings } = validate(text);
    expect(errors).toEqual([]);
    return warnings.filter(({ code }) => code === 'unknown_value');
  };
  expect(found('raw_transactions', { transaction_types: ['payment', 'create_acount', '${TYPE}'] })).toMatchObject([
    {
      code: 'unknown_value',
      path: 'spec.processors[0].config.transaction_types[1]',
      line: 8,
      value: 'create_acount',
      suggestion: 'create_account',
      allowed: expect.arrayContaining(['payment', 'manage_sell_offer', 'invoke_host_function']) as string[],
    },
  ]);
  const assets = ['native', `USDC:${account}`, 'XLM', `USDC:${account}A`, 'USDC', `USDC:${account}:A`, '${ASSET}'];
  const of = found('account_balance', { account_ids: [account], assets });
  expect(of.map(({ path, value }) => [path, value])).toEqual(
    [2, 3, 4, 5].map((i) => [`spec.processors[0].config.assets[${i}]`, assets[i]]),
  );
});

it('tells of a file that two consumers write to, but for tables of a DuckDB file', () => {
  const found = (...consumers: string[]) => foundOf('latest_ledger', consumers);
  const foundOf = (processor: string, consumers: string[]) => {
    const text = `${head}  processors: [{type: ${processor}}]\n  consumers:\n${consumers.map((one) => `    - ${one}\n`).join('')}`;
    return validate(text).errors.map(({ code, path, line, column }) => [code, path, line, column]);
  };
  const of = (type: string, field: string, file: string) => `{type: ${type}, config: {${field}: "${file}"}}`;
  expect(found(of('jsonl', 'path', 'out.x'), of('csv', 'path', './a/../out.x'))).toEqual([
    ['invalid_config', 'spec.consumers[1].config.path', 11, 34],
  ]);
  expect(found(of('parquet', 'dir', 'out'), of('parquet', 'dir', 'out/'))).toEqual([
    ['invalid_config', 'spec.consumers[1].config.dir', 11, 37],
  ]);
  expect(found(of('duckdb', 'path', 'out.x'), of('arrow', 'path', 'out.x'))).toHaveLength(1);
  expect(found(of('duckdb', 'path', 'out.x'), of('duckdb', 'path', 'out.x'))).toEqual([]);
  expect(found(of('duckdb', 'path', 'out.x'), of('parquet', 'dir', 'out.x'))).toHaveLength(1);
  // Their files of several tables have names of their own.
  const several = (...consumers: string[]) => foundOf('contract_event', consumers);
  expect(several(of('jsonl', 'path', 'out.x'), of('duckdb', 'path', 'out.x'))).toEqual([]);
  expect(several(of('parquet', 'dir', 'out.x'), of('arrow', 'path', 'out.x'))).toEqual([]);
  expect(several(of('csv', 'path', 'out.x'), of('arrow', 'path', 'out.x'))).toHaveLength(1);
  expect(found(of('jsonl', 'path', '${A}'), of('jsonl', 'path', '${A}'), of('csv', 'path', 'b'))).toEqual([]);
});

it('warns of consumers whose tables of one name have other columns', () => {
  const found = (schema: string, ...others: string[]) => {
    const base = `{type: account_data_postgres, config: {host: h, database: d, username: u, password: ""${schema}}}`;
    const listed = [...others, base].map((one) => `    - ${one}\n`).join('');
    const text = `${head}  processors: [{type: account_data}, {type: event_payment_extractor}]\n  consumers:\n${listed}`;
    return validate(text).warnings.filter(({ code }) => code === 'sink_schema_conflict');
  };
  const payments = '{type: event_payment_postgres, config: {connectionString: "postgres://u@h/d"}}';
  expect(found(', schema: public', payments)).toEqual([
    {
      code: 'sink_schema_conflict',
      path: 'spec.consumers[1].config.schema',
      message:
        'spec.consumers[0] has a table public.accounts with other columns: in one database, or the DuckDB file of the pipeline, the start fails; set another schema or table_prefix',
      line: 11,
      column: 103,
    },
  ]);
  expect(found('', payments)).toEqual([]);
  expect(found(', schema: public, table_prefix: own_', payments)).toEqual([]);
  expect(found(', schema: "${S}"', payments)).toEqual([]);
  expect(found(', schema: public')).toEqual([]);
});

it('warns of more than 1,000,000 ledgers', () => {
  const warningsOf = (start: string, end: number) =>
    validate(valid.replace('startLedger: 5', `startLedger: ${start}`).replace('endLedger: 10', `endLedger: ${end}`))
      .warnings;
  expect(warningsOf('genesis', 1_000_001)).toEqual([]);
  expect(warningsOf('genesis', 1_000_002)).toEqual([
    {
      code: 'large_range',
      path: 'spec.endLedger',
      message: '1000001 ledgers are to be read: look at the plan before, for bytes and price',
      line: 7,
      column: 14,
    },
  ]);
});

it('replaces placeholders once', () => {
  expect(resolvePlaceholders('a ${X} $${Y} ${secret:db/z}', ({ name }) => `<${name} \${X}>`)).toBe(
    'a <X ${X}> ${Y} <db/z ${X}>',
  );
  expect(placeholders('${A}$${B}${secret:c/d}')).toEqual([
    { name: 'A', isSecret: false },
    { name: 'c/d', isSecret: true },
  ]);
});

it.each([
  ['host', 300, 'host must not have more than 255 characters'],
  ['table_prefix', 65_537, 'a text has at most 65536 letters, and this one 65537'],
])('bounds texts of a config: %s', (field, letters, message) => {
  const fields = { host: 'h', database: 'd', username: 'u', password: '${P}', [field]: 'a'.repeat(letters) };
  const consumer = JSON.stringify({ type: 'contract_events_postgres', config: fields });
  const [found, ...more] = validate(
    `${head}  processors: [{type: contract_event}]\n  consumers: [${consumer}]\n`,
  ).errors;
  expect(found).toMatchObject({ code: 'invalid_config', path: `spec.consumers[0].config.${field}`, message });
  expect(String(found.value ?? '').length).toBeLessThan(101);
  expect(more).toEqual([]);
});

it('takes the example of each component', () => {
  const indent = (text: string) => text.replaceAll(/^/gm, '    ').trimEnd();
  const needed: Record<string, string> = { contract_filter: '- type: contract_event\n' };
  for (const { id, example } of processors.values()) {
    const text = `${head}  processors:\n${indent((needed[id] ?? '') + example)}\n  consumers:\n    - type: "null"\n`;
    expect([id, validate(text).errors]).toEqual([id, []]);
  }
  for (const { id, writes, example } of consumers.values()) {
    const made = writes === 'any' ? 'contract_event' : writes[0];
    const reads = indent(processors.get(made)!.example);
    expect([id, validate(`${head}  processors:\n${reads}\n  consumers:\n${indent(example)}\n`).errors]).toEqual([
      id,
      [],
    ]);
  }
});
