import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/pipelines/definition/nodes.ts';
import { hostOf, modeOf } from '../../src/pipelines/run/mode.ts';

const modeFor = (config: Record<string, Json>, permitted?: Parameters<typeof modeOf>[1]) =>
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
    [{ redis_address: 'rediss://127.0.0.1@10.0.0.5:6379' }, '10.0.0.5'],
  ])('of %j is the host that the consumer connects to', (config, host) => {
    expect(hostOf(config)).toBe(host);
  });
});

describe('modeOf(config, permitted)', () => {
  it('binds sink: native as it binds auto, once servers are listed', () => {
    const far = { host: '10.0.0.5' };
    expect(modeFor(far)).toBe('mapped');
    expect(modeFor({ ...far, sink: 'native' })).toBe('native');
    expect(modeFor({ ...far, sink: 'native' }, 'loopback')).toBe('refused');
    expect(modeFor({ ...far, sink: 'native' }, ['10.0.0.0/8'])).toBe('native');
    expect(modeFor({ host: '127.0.0.1', sink: 'native' }, 'none')).toBe('refused');
    expect(modeFor({ ...far, sink: 'mapped' }, 'any')).toBe('mapped');
  });

  it('says that a secret has no value where the server cannot be known without it', () => {
    const open = { database_url: 'postgres://u:${secret:db/main}@127.0.0.1/d' };
    const why = '${db/main} has no value';
    expect(modeOf({ config: open, missing: ['db/main'] }, undefined)).toEqual({ mode: 'mapped', why });
  });
});
