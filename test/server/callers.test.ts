/** Who may ask a server without keys, and what is refused before any room sees it. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { refusalWithoutKeys } from '../../src/server/http/allowed.ts';
import { listen } from '../../src/server/http/listener.ts';
import type { Room } from '../../src/server/http/room.ts';

describe('refusalWithoutKeys(headers, needs)', () => {
  const asked = (host: string, origin?: string, needsOwnOrigin = true) =>
    refusalWithoutKeys({ host, ...(origin !== undefined && { origin }) }, { needsOwnOrigin });

  it.each(['localhost', 'localhost:8000', '127.0.0.1:8000', '127.8.1.1', '[::1]:8000'])('answers at %s', (host) => {
    expect(asked(host)).toBeUndefined();
    expect(asked(host, `http://${host}`)).toBeUndefined();
  });

  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:8000'])('refuses the name %s', (host) => {
    expect(asked(host, `http://${host}`)).toBe('host not allowed');
  });

  it('refuses pages of other origins where they could act', () => {
    for (const origin of ['http://evil.example', 'null', 'http://localhost:8001', 'https://localhost:8000']) {
      expect(asked('localhost:8000', origin)).toBe('origin not allowed');
      expect(asked('localhost:8000', origin, false)).toBeUndefined();
    }
  });
});

/** Sends bytes, and returns what comes until the connection ends. */
async function sent(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (part) => (text += part.toString('latin1')));
  socket.write(bytes);
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}

describe('a request that cannot be', () => {
  const room: Room = { prefix: '/x', add: (server) => void server.all('/*', (request) => request.body ?? 'none') };

  it.each([
    ['names two hosts', 'GET /x/y HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n'],
    [
      'has a chunk without a size',
      'POST /x/y HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n0\r\n\r\n',
    ],
  ])('is answered 400 when it %s', async (_what, bytes) => {
    const listener = await listen('127.0.0.1:0', [room]);
    expect(await sent(listener.port, bytes)).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    await listener.close();
  });
});
