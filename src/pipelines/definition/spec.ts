/** What stands under `spec`: network, range, processors, consumers. */
import type { Consumer, Processor } from '../component.ts';
import { checkCompatibility } from './compatibility.ts';
import { checkConsumers, checkProcessors, type ComponentAt } from './components.ts';
import { fieldsOf } from './config.ts';
import { networks, type ComponentEntry, type NetworkName } from './definition.ts';
import { checkFieldNames, requireKey, textField } from './fields.ts';
import { checkFiles } from './files.ts';
import { below, type Findings } from '../yaml/findings.ts';
import { checkLedgers, type LedgerTexts } from './ledgers.ts';
import { masked } from './mask.ts';
import type { MapNode } from '../yaml/nodes.ts';
import { placeholders, type Placeholder } from '../yaml/placeholders.ts';
import { nearest } from './suggest.ts';
import { checkTables } from './tables.ts';

/** A spec of which parts that are wrong may be missing. */
interface Spec extends LedgerTexts {
  network: NetworkName | undefined;
  processors: readonly ComponentEntry[] | undefined;
  consumers: readonly ComponentEntry[] | undefined;
}

const KEYS = ['network', 'startLedger', 'endLedger', 'processors', 'consumers'];

/** Returns a spec with its defaults, the same as people may see it, and the components whose configs are as their schemas say. */
export function checkSpec(
  node: MapNode,
  knows: (placeholder: Placeholder) => boolean,
  findings: Findings,
): { spec: Spec; shown: Spec; sound: ComponentAt<Processor | Consumer>[] } {
  checkSource(node, findings);
  const network = checkNetwork(node, findings);
  requireKey(node, 'spec', 'startLedger', findings);
  const ledgers = checkLedgers(node, findings);
  const listed = checkProcessors(node, knows, findings);
  const readers = checkConsumers(node, knows, findings);
  const processors = listed?.filter((entry) => entry !== undefined);
  const consumers = readers?.filter((entry) => entry !== undefined);
  if (processors && network) processors.forEach((entry) => usePassphrase(entry, network, findings));
  if (consumers && network) consumers.forEach((entry) => useChain(entry, network, findings));
  if (processors && consumers) checkFiles(processors, consumers, findings);
  if (consumers) checkTables(consumers, findings);
  if (listed && readers) checkCompatibility(listed, readers, findings);
  const entries = (of: (entry: ComponentAt<Processor | Consumer>) => ComponentEntry): Spec => ({
    network,
    ...ledgers,
    processors: processors?.map(of),
    consumers: consumers?.map(of),
  });
  return {
    spec: entries(({ entry }) => entry),
    shown: entries(({ entry, component }) => masked(entry, component)),
    sound: [...(processors ?? []), ...(consumers ?? [])].filter(({ isSound }) => isSound),
  };
}

function checkSource(node: MapNode, findings: Findings): void {
  const source = node.entries.get('source');
  checkFieldNames(node, 'spec', source ? [...KEYS, 'source'] : KEYS, findings);
  if (!source) return;
  const why = 'a definition has no source: network and range determine it';
  findings.error('source_not_allowed', 'spec.source', why, { at: source.key });
}

function checkNetwork(spec: MapNode, findings: Findings): NetworkName | undefined {
  const node = requireKey(spec, 'spec', 'network', findings);
  const name = textField(node, 'spec.network', findings);
  if (!node || name === undefined) return undefined;
  if (name === 'testnet' || name === 'mainnet') return name;
  const allowed = ['testnet', 'mainnet'];
  // The pipeline API calls pubnet mainnet, and refuses the other name.
  const suggestion = name === 'pubnet' ? 'mainnet' : nearest(name, allowed);
  const about = { at: node.at, value: name.slice(0, 100), ...(suggestion !== undefined && { suggestion }), allowed };
  findings.error('invalid_network', 'spec.network', 'network must be testnet or mainnet', about);
  return undefined;
}

/** Every processor has the passphrase of the network, and may say it. */
function usePassphrase(entry: ComponentAt<Processor>, network: NetworkName, findings: Findings): void {
  const node = entry.given?.entries.get('network_passphrase')?.value;
  if (!entry.component) return;
  entry.entry = { ...entry.entry, config: { network_passphrase: networks[network], ...entry.entry.config } };
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return;
  if (node.value === networks[network] || placeholders(node.value).length > 0) return;
  const path = below(below(entry.path, 'config'), 'network_passphrase');
  const message = `the passphrase of ${network} is "${networks[network]}"`;
  findings.error('network_passphrase_mismatch', path, message, { at: node.at, value: node.value.slice(0, 200) });
}

/** What messages call each network. */
export const chains: Record<NetworkName, string> = { mainnet: 'StellarMainnet', testnet: 'StellarTestnet' };

/** The default of `chain_identifier` follows the network. */
function useChain(entry: ComponentAt<Consumer>, network: NetworkName, findings: Findings): void {
  const { component, given, path } = entry;
  if (!component || !fieldsOf(component.config).has('chain_identifier')) return;
  const node = given?.entries.get('chain_identifier')?.value;
  if (!node) entry.entry = { ...entry.entry, config: { ...entry.entry.config, chain_identifier: chains[network] } };
  else if (node.kind === 'scalar' && node.value === chains[network === 'mainnet' ? 'testnet' : 'mainnet']) {
    const where = below(below(path, 'config'), 'chain_identifier');
    findings.warn('chain_identifier_mismatch', where, `${network} is ${chains[network]}`, { at: node.at });
  }
}
