/** From settings to the configuration of a node. */
import { methods } from '../methods/index.ts';
import { limitKeys } from './options.ts';
import type { PageLimit, RpcConfig } from '../rpc-config.ts';
import { settingList, numberOf, readSettings, settingText, type Settings } from './settings.ts';

/** Returns the reference's defaults; getHealth's check of the latest ledger's age is off. */
export function defaultConfig(passphrase: string): RpcConfig {
  return toRpcConfig(readSettings({}), passphrase);
}

/**
 * Returns the configuration that settings say. The age of the newest ledger is checked only when they say how old it may be,
 * and 0 says that it does not matter: ledger files are often history.
 */
export function toRpcConfig(settings: Settings, passphrase: string): RpcConfig {
  const number = (key: string) => numberOf(settings, key);
  const page = (what: string): PageLimit => {
    return { usual: number(`DEFAULT_${what}_LIMIT`), most: number(`MAX_${what}_LIMIT`) };
  };
  const limits = Object.keys(methods).map((name) => {
    const keys = limitKeys(name);
    return [name, { queue: number(keys.queue), duration: number(keys.duration) }] as const;
  });
  const latency = settings.said.has('MAX_HEALTHY_LEDGER_LATENCY') ? number('MAX_HEALTHY_LEDGER_LATENCY') : 0;
  return {
    passphrase,
    friendbotUrl: settingText(settings, 'FRIENDBOT_URL') || undefined,
    retentionWindow: number('HISTORY_RETENTION_WINDOW'),
    classicFeeWindow: number('CLASSIC_FEE_STATS_RETENTION_WINDOW'),
    sorobanFeeWindow: number('SOROBAN_FEE_STATS_RETENTION_WINDOW'),
    maxHealthyLatency: latency > 0 ? latency : undefined,
    ledgers: page('LEDGERS'),
    transactions: page('TRANSACTIONS'),
    events: page('EVENTS'),
    globalQueue: number('REQUEST_BACKLOG_GLOBAL_QUEUE_LIMIT'),
    maxDuration: number('MAX_REQUEST_EXECUTION_DURATION'),
    warnDuration: number('REQUEST_EXECUTION_WARNING_THRESHOLD'),
    methods: Object.fromEntries(limits),
    batch: { calls: number('MAX_BATCH_CALLS'), bytes: number('MAX_BATCH_BYTES') },
    allowed: { origins: settingList(settings, 'ALLOWED_ORIGINS'), hosts: settingList(settings, 'ALLOWED_HOSTS') },
    stallTimeout: number('CLIENT_STALL_TIMEOUT'),
    keepEvents: settings.values.get('KEEP_EVENTS') === true,
    extras: { unlimitedScan: false, coverage: false, eventsByTransaction: false, oldLedgers: false },
  };
}
