import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { ledgerlake, sample } from './command.ts';

const dir = temporaryFolder();
const definition = `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: Events}
spec:
  network: testnet
  startLedger: 5
  endLedger: 10
  processors: [{type: contract_event}]
  consumers: [{type: stdout}]
`;

function file(name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}

it('says that a definition is valid', async () => {
  const found = await ledgerlake('pipeline', 'validate', file('right.yaml', definition));
  expect(found).toMatchObject({ code: 0, stdout: '', stderr: 'the definition is valid, with 0 warnings\n' });
});

it('prints what is wrong with its place, and fails', async () => {
  const path = file(
    'wrong.yaml',
    definition.replace('endLedger: 10', 'endLedger: 5').replace('contract_event', 'contract_evnt'),
  );
  const { code, stdout, stderr } = await ledgerlake('pipeline', 'validate', path);
  expect([code, stderr]).toEqual([1, '2 errors\n']);
  expect(stdout).toBe(
    `${path}:7:14: error end_not_greater at spec.endLedger: endLedger must be greater than startLedger (5)\n` +
      `${path}:8:23: error unknown_component at spec.processors[0].type: the registry has no "contract_evnt" here (did you mean contract_event?)\n`,
  );
  const { stdout: json } = await ledgerlake('pipeline', 'validate', path, '--json');
  expect(JSON.parse(json)).toMatchObject({
    valid: false,
    errors: [{ code: 'end_not_greater' }, { line: 8 }],
    warnings: [],
  });
});

it('plans what a run would read, and warns of what is not there', async () => {
  const path = file('beyond.yaml', definition.replace('endLedger: 10', 'endLedger: 5000000'));
  const found = await ledgerlake('pipeline', 'plan', path, '--store', sample);
  expect(found).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^to read from the store: 13 objects, .* no price\n$/) as string,
    stderr:
      `${path}:7:14: warning range_outside_source at spec.endLedger: ledgers 130 to 5000000 are not in ${sample}, which has 2 to 129: a run fails without them; set startLedger and endLedger within what it has, or --store to one with these ledgers\n` +
      `${path}:7:14: warning large_range at spec.endLedger: 4999996 ledgers are to be read: look at the plan before, for bytes and price\n`,
  });
  const { stdout } = await ledgerlake(
    ...['pipeline', 'plan', file('within.yaml', definition), '--store', sample],
    ...['--price-per-gb', '2', '--json'],
  );
  expect(JSON.parse(stdout)).toMatchObject({ objects: 2, price_per_gb: 2, warnings: [] });
});

it('says which file cannot be read', async () => {
  const { code, stderr } = await ledgerlake('pipeline', 'validate', join(dir, 'none.yaml'));
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: .*none\.yaml cannot be read: no such file or folder: check the path\n/);
});
