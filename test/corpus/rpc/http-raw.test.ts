import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passphrases } from '../../../src/ledger/network.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { differenceOf } from './differences.ts';
import { recorded } from './recorded.ts';
import { serve, type Served } from './served.ts';

interface Raw {
  name: string;
  request_bytes: string | null;
  response_bytes_text: string;
  server_closed_connection: boolean;
  request_generator?: { prefix: string; pad: string; pad_bytes: number; suffix: string };
}

/** How long an answer and the end of a connection are waited for. */
const QUIET_MS = 400;
const SLOW_MS = 6500;
const SLOW = /never-finished|6s-apart/;

let served: Served;
beforeAll(async () => {
  if (!hasCorpus) return;
  served = await serve({ sources: [join(corpus, 'pubnet-p26/store')], passphrase: passphrases.pubnet });
});
afterAll(() => served?.close());

describe.skipIf(!hasCorpus)('recorded bytes on the socket', () => {
  for (const one of recorded<Raw>('http-raw')) {
    it.concurrent(one.name, async () => {
      const found = await exchange(one);
      const difference = differenceOf('http-raw', one.name);
      if (difference) return expect(found.text, difference.reason).toMatch(difference.instead as RegExp);
      expect(messagesOf(found.text)).toEqual(messagesOf(one.response_bytes_text));
      expect(found.closed).toBe(one.server_closed_connection);
    });
  }
});

/** Sends the bytes; a body in two parts is held up as it was in the recording. */
async function exchange({ name, request_bytes, request_generator: generator }: Raw) {
  const socket = connect(served.port, '127.0.0.1');
  const found = { text: '', closed: false };
  socket.on('data', (part) => (found.text += part.toString('latin1')));
  socket.on('close', () => (found.closed = true));
  socket.on('error', () => (found.closed = true));
  const bytes = generator
    ? generator.prefix + generator.pad.repeat(generator.pad_bytes) + generator.suffix
    : request_bytes!;
  const seconds = Number(/-(\d)s-apart/.exec(name)?.[1] ?? 0);
  const cut = seconds > 0 ? bytes.length - 20 : bytes.length;
  socket.write(bytes.slice(0, cut), 'latin1');
  if (seconds > 0) {
    await pause(seconds * 1000);
    if (!found.closed) socket.write(bytes.slice(cut), 'latin1');
  }
  if (SLOW.test(name) && seconds === 0) await pause(SLOW_MS);
  for (let seen = -1; seen !== found.text.length || (seen === 0 && !found.closed && !SLOW.test(name));) {
    seen = found.text.length;
    await pause(QUIET_MS);
  }
  socket.destroy();
  return found;
}

/** The answers: status line, headers in any order, body. */
function messagesOf(text: string): string[] {
  return text
    .replaceAll(/^Date: [^\r]*/gim, 'Date: <date>')
    .split(/(?=HTTP\/1\.[01] \d{3} )/)
    .map((message) => {
      const [head = '', ...body] = message.split('\r\n\r\n');
      const [status = '', ...headers] = head.split('\r\n');
      return [status, ...headers.map(lowerName).sort(), '', ...body].join('\r\n');
    });
}

function lowerName(header: string): string {
  const colon = header.indexOf(':');
  return header.slice(0, colon).toLowerCase() + header.slice(colon);
}
