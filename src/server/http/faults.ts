/** Answers to what is not HTTP, as Go's server words them. */
import type { Socket } from 'node:net';

const UNFINISHED_MS = 5000;

interface Fault {
  code?: string;
  rawPacket?: unknown;
  bytesParsed?: number;
}

function plain(status: string, text = status): (socket: Socket) => void {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n`;
  return (socket) => void socket.end(head + text);
}

/** Answers 400 and closes. */
export const badRequest = plain('400 Bad Request');

/** Answers a request of HTTP/1.1 that names no host, and closes. */
export const badHost = plain('400 Bad Request: missing required Host header');

/** Answers a request that names two hosts (RFC 9112, 3.2), and closes. */
export const badHosts = plain('400 Bad Request: too many Host headers');

const badChunk = plain('400 Bad Request', 'invalid byte in chunk length');
const badHeaderName = plain('400 Bad Request: invalid header name');
/** Answers a request of another version, and closes. */
export const badVersion = plain('505 HTTP Version Not Supported: unsupported protocol version');
const tooLarge = plain('431 Request Header Fields Too Large');
const badEncoding = plain('501 Not Implemented', 'Unsupported transfer encoding');

/** A method that the parser does not know is none that is allowed. */
function methodNotAllowed(socket: Socket): void {
  socket.write(
    `HTTP/1.1 405 Method Not Allowed\r\nVary: Origin\r\nDate: ${new Date().toUTCString()}\r\nContent-Length: 0\r\n\r\n`,
  );
  endLater(socket);
}

/** The path of the last request of a connection. */
export const lastPaths = new WeakMap<Socket, string>();

/** stellar-rpc answers 500. */
function badChunkOfRpc(socket: Socket): void {
  const body = 'invalid byte in chunk length\n';
  const head = [
    'HTTP/1.1 500 Internal Server Error',
    'Accept-Post: application/json',
    'Vary: Origin',
    'Vary: Origin',
    `Date: ${new Date().toUTCString()}`,
    `Content-Length: ${body.length}`,
    'Content-Type: text/plain; charset=utf-8',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The parser is at its end, but Go would wait for the rest of the line. */
function endLater(socket: Socket): void {
  setTimeout(() => socket.destroy(), UNFINISHED_MS).unref();
}

/** Answers what the parser refused. */
export function answerFault(error: Fault, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.destroy();
    return;
  }
  answerOf(error, lastPaths.get(socket))(socket);
}

function answerOf({ code, rawPacket, bytesParsed = 0 }: Fault, path?: string): (socket: Socket) => void {
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return tooLarge;
    case 'HPE_INVALID_CHUNK_SIZE':
      return path === '/' ? badChunkOfRpc : badChunk;
    case 'HPE_INVALID_TRANSFER_ENCODING':
      // A length beside an encoding is how requests are smuggled.
      return /^content-length:/im.test(text) ? badRequest : badEncoding;
    case 'HPE_INVALID_METHOD':
      return invalidMethod(text, bytesParsed);
    case 'HPE_INVALID_VERSION':
      return / HTTP\/[2-9]\.\d\r?\n/.test(text) ? badVersion : badRequest;
    case 'HPE_INVALID_HEADER_TOKEN':
      return /\n[!#-'*+.0-9A-Z^-z|~-]+[ \t]+:/.test(text) ? badHeaderName : badRequest;
    default:
      return badRequest;
  }
}

/** A request line of another method is answered; one that has not ended is waited for. */
function invalidMethod(text: string, bytesParsed: number): (socket: Socket) => void {
  const start = text.lastIndexOf('\n', bytesParsed - 1) + 1;
  if (!text.slice(bytesParsed).includes('\n')) return endLater;
  return /^[!#-'*+.0-9A-Za-z^_`|~-]+ \S+ HTTP\/1\.[01]\r?\n/.test(text.slice(start)) ? methodNotAllowed : badRequest;
}
