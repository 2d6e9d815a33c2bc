import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../src/server/http/log.ts';
import { limitKeys, options } from '../../src/server/rpc/config/options.ts';
import { defaultConfig } from '../../src/server/rpc/config/to-rpc-config.ts';
import { methodOf, methods } from '../../src/server/rpc/methods/index.ts';
import { nodeMetrics } from '../../src/server/rpc/metrics.ts';
import { passphrase } from './node.ts';

const folder = join(import.meta.dirname, '../../src/server/rpc/methods');
const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe('the list of methods', () => {
  it('has every file of their folder', () => {
    const files = Object.keys(methods).map((name) => `${kebabCase(name)}.ts`);
    expect([...files, 'index.ts'].sort()).toEqual(readdirSync(folder).sort());
  });

  it('is where settings, limits and metrics come from', async () => {
    const config = defaultConfig(passphrase);
    const none = { window: () => undefined, undecodable: () => undefined };
    const page = await nodeMetrics(createLogger({ write: () => undefined }), config, none).page();
    const defaultOf = (key: string) => options.find((option) => option.key === key)?.value;
    expect(Object.keys(config.methods)).toEqual(Object.keys(methods));
    for (const [name, { queue, duration }] of Object.entries(methods)) {
      const keys = limitKeys(name);
      expect([defaultOf(keys.queue), defaultOf(keys.duration)]).toEqual([queue, duration]);
      expect(config.methods[name]).toEqual({ queue, duration });
      expect(page).toContain(`soroban_rpc_network_${kebabCase(name).replaceAll('-', '_')}_inflight_requests 0`);
    }
  });

  it('knows no method by a name that every object has', () => {
    expect(methodOf('constructor')).toBeUndefined();
    expect(methodOf('getHealth')).toBe(methods['getHealth']);
  });
});
