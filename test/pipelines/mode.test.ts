import { describe, expect, it } from 'vitest';
import type { JsonData } from '../../src/pipelines/yaml/nodes.ts';
import { hostOf, modeOf } from '../../src/pipelines/run/mode.ts';

const modeFor = (config: Record<string, JsonData>, permitted?: Parameters<typeof modeOf>[1]) =>
  modeOf({ config, missing: [] }, permitted).mode;

describe('hostOf(config)', () => {
  it.each([
    [{ host: 'db.example' }, 'db.example'],
    [{ database_url: 'postgres://u:p@127.0.0.1/d' }, '127.0.0.1'],
    [{ database_url: 'postgres://u@127.0.0.1/d?host=10.0.0.5' }, '10.0.0.5'],
    [{ database_url: 'postgres://u@[::1]:5432/d' }, '::1'],
    [{ connectionString: 'host=127.0.0.1 user=u host=10.0.0.5' }, '10.0.0.5'],
    [{ connectionString: "host='10.0.0.5' user=u" }, '10.0.0.5'],
    [{ connectionString: "password='x host=127.0.0.1' host=10.0.0.5" }, '10.0.0.5'],
    [{ connectionString: 'user=u hostaddr=10.0.0.5' }, '10.0.0.5'],
    [{ connectionString: 'user=u' }, 'localhost'],
    [{ connectionString: 'no pairs' }, undefined],
    [{ redis_address: ':6379' }, 'localhost'],
    [{ url: 'https://hooks.example.com:8443/in?x=1' }, 'hooks.example.com'],
    [{ url: 'http://[::1]:8080/' }, '::1'],
    [{ url: 'http://0x7f.1/' }, '127.0.0.1'],
    [{ url: 'http://127.0.0.1@10.0.0.5/' }, '10.0.0.5'],
    [{ url: 'no address' }, undefined],
    [{ redis_address: 'rediss://127.0.0.1@10.0.0.5:6379' }, '10.0.0.5'],
  ])('of %j is the host that the consumer connects to', (config, host) => {
    expect(hostOf(config)).toBe(host);
  });
});

describe('modeOf(config, permitted)', () => {
  it.each(['native', 'auto', undefined])('uses the server that a config names, or refuses it: sink %s', (sink) => {
    const far = { host: '10.0.0.5', ...(sink !== undefined && { sink }) };
    expect(modeFor(far)).toBe('native');
    expect(modeFor(far, ['10.0.0.0/8'])).toBe('native');
    expect(modeFor(far, 'loopback')).toBe('refused');
    expect(modeFor({ ...far, host: '127.0.0.1' }, 'loopback')).toBe('native');
    expect(modeFor({ ...far, host: '127.0.0.1' }, 'none')).toBe('refused');
  });

  it('maps what says so, whatever is permitted', () => {
    expect(modeFor({ host: '10.0.0.5', sink: 'mapped' }, 'any')).toBe('mapped');
    expect(modeFor({ host: '10.0.0.5', sink: 'mapped' }, 'none')).toBe('mapped');
  });

  it('says that a secret has no value where the server cannot be known without it', () => {
    const open = { database_url: 'postgres://u:${secret:db/main}@127.0.0.1/d' };
    const why = '${db/main} has no value';
    expect(modeOf({ config: open, missing: ['db/main'] }, 'none')).toEqual({ mode: 'mapped', why });
    const both = modeOf({ config: open, missing: ['db/main', 'USER'] }, undefined);
    expect(both).toEqual({ mode: 'mapped', why: '${db/main}, ${USER} have no value' });
    expect(modeOf({ config: { ...open, sink: 'native' }, missing: ['db/main'] }, undefined).mode).toBe('native');
  });
});
