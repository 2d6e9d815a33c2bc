/** A proxy on loopback between a client and a database, which a test can make slow, deaf or cut. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** Told each piece that clients send; `cut` ends the connection instead of handing it on, `deaf` hands it on and keeps the answers. */
  onSent: (piece: Buffer) => 'pass' | 'cut' | 'deaf';
  /** Whether connections are let in; those that are not get no answer, as of a server that hangs. */
  isOpen: boolean;
  /** Bytes a second that go up; Infinity for all. */
  speed: number;
  /** How many connections there were. */
  connections: number;
}

/** Whether a piece has rows of contract events: their contracts are in it, as strkeys. */
export const hasEvents = (piece: Buffer): boolean => /C[A-Z2-7]{55}/.test(piece.toString('latin1'));

/** Whether a piece begins to send rows: the statement that takes them is in it. */
export const beginsRows = (piece: Buffer): boolean => /copy .*from stdin/.test(piece.toString('latin1'));

/** Starts a proxy to a port of this machine. */
export async function startProxy(upstream: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    proxy.connections++;
    if (!proxy.isOpen) {
      sockets.add(client);
      client.on('error', () => {});
      return;
    }
    const remote = connect(upstream, '127.0.0.1');
    let isDeaf = false;
    const end = () => {
      client.destroy();
      remote.destroy();
    };
    for (const socket of [client, remote]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    remote.on('data', (piece) => {
      if (!isDeaf) client.write(piece);
      // The server has answered what nobody is to hear.
      else setImmediate(end);
    });
    client.on('data', (piece) => {
      const fate = proxy.onSent(piece);
      if (fate === 'cut') return end();
      isDeaf ||= fate === 'deaf';
      remote.write(piece);
      if (proxy.speed === Infinity) return;
      client.pause();
      setTimeout(() => client.resume(), (piece.length / proxy.speed) * 1000);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxy: TcpProxy = {
    port: typeof address === 'object' && address ? address.port : 0,
    onSent: () => 'pass',
    isOpen: true,
    speed: Infinity,
    connections: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
