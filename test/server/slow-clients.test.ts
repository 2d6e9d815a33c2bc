/** Clients that do not read what they asked for. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestNode, type TestNode } from './node.ts';

let node: TestNode;
afterEach(() => node.stop());

const call = (id: number, limit: number) => ({
  ...{ jsonrpc: '2.0', id, method: 'getLedgers' },
  params: { startLedger: 2, pagination: { limit }, xdrFormat: 'json' },
});

/** More than the buffers of a connection take. */
const LARGE = JSON.stringify(Array.from({ length: 20 }, (_, id) => call(id, 128)));

/** Asks, and reads nothing. */
function ask(body: string): Socket {
  const socket = connect(node.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

describe('a client that takes nothing of its answer', () => {
  it('is cut, and the log says so', async () => {
    node = await startTestNode({ config: { stallTimeout: 50 } });
    const stalled = [ask(LARGE), ask(LARGE)];
    const cuts = () => node.lines.filter((line) => /level=warning msg="a client that took nothing was cut"/.test(line));
    await expect.poll(() => cuts().length, { timeout: 30_000 }).toBe(2);
    expect(cuts()[0]).toMatch(/ bytes=[1-9]\d* /);
    expect((await node.call('getHealth')).result).toMatchObject({ status: 'healthy' });
    for (const socket of stalled) socket.destroy();
  });
});

describe('requests of one connection', () => {
  it('are answered one after another, however many were sent', async () => {
    node = await startTestNode();
    const socket = connect(node.port, '127.0.0.1');
    const one = JSON.stringify(call(7, 10));
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${one.length}\r\n\r\n`;
    const last = head.replace('Host: x', 'Host: x\r\nConnection: close');
    socket.write((head + one).repeat(5) + last + one);
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    await once(socket, 'end');
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(6);
    expect(text.match(/"id":7,"result":/g)).toHaveLength(6);
  });

  it('are not taken without end', async () => {
    node = await startTestNode();
    const socket = ask(LARGE);
    const one = JSON.stringify(call(7, 1));
    const more = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${one.length}\r\n\r\n${one}`;
    socket.resume().write(more.repeat(1100));
    await once(socket, 'close');
    expect((await node.call('getHealth')).result).toMatchObject({ status: 'healthy' });
  });
});
