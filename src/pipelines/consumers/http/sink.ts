/** Sends records to a webhook, one request after another; the checkpoint is written when all of a batch are accepted. */
import type { RecordBatch } from 'apache-arrow';
import { PipelineError } from '../../../core/errors.ts';
import { errorCode, messageOf } from '../../../core/system-errors.ts';
import type { Batch, LedgerMark, RecordTable, Sink, SinkContext } from '../../sink.ts';
import { readCheckpoint, writeCheckpoint } from '../checkpoint-file.ts';
import type { Encoding } from '../files/appended.ts';
import { jsonLines } from '../files/texts.ts';
import { retried } from '../retry.ts';
import { onStop, STOP_WAIT } from '../stopping.ts';
import { SECRET_PATTERN, webhookHeaders, webhookMessages, type WebhookMessage } from './messages.ts';

/** Reads the checkpoint. Throws PipelineError. */
export async function openHttpPost(context: SinkContext): Promise<Sink> {
  return new HttpPostSink(context);
}

/** The receiver answered, but did not accept the message. */
class NotAccepted extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the answer was ${status}`);
    this.status = status;
  }
}

class HttpPostSink implements Sink {
  readonly kind = 'http';
  readonly location: string;
  checkpoint: LedgerMark | undefined;
  readonly #context: SinkContext;
  readonly #url: URL;
  readonly #encoding: Encoding;
  readonly #written = new Map<string, number>();

  constructor(context: SinkContext) {
    this.#context = context;
    this.#url = receiverOf(context);
    // A query may be a secret.
    this.location = `${this.#url.origin}${this.#url.pathname}`;
    const kept = context.from === 'start' ? undefined : readCheckpoint(context);
    this.checkpoint = kept && { ledger: kept.ledger, hash: kept.hash };
    this.#encoding = jsonLines(context.inputs, false);
  }

  written(): ReadonlyMap<string, number> {
    return this.#written;
  }

  async write(batch: Batch): Promise<void> {
    const { inputs, runId } = this.#context;
    const linesOf = new Map<string, string[]>();
    for (const table of inputs) {
      const rows = batch.rows.get(table.name);
      if (rows && rows.numRows > 0) linesOf.set(table.name, await this.#linesOf(table, rows));
    }
    for (const message of webhookMessages(batch, inputs, linesOf, this.#context)) {
      await this.#deliver(message);
      for (const [table, count] of message.records) this.#written.set(table, (this.#written.get(table) ?? 0) + count);
    }
    this.checkpoint = batch.last;
    await writeCheckpoint(this.#context, { ...batch.last, kind: this.kind, runId });
  }

  /** Returns each row as JSON. */
  async #linesOf(table: RecordTable, rows: RecordBatch): Promise<string[]> {
    try {
      const text = Buffer.from(await this.#encoding.encode(table, rows)).toString();
      return text.trimEnd().split('\n');
    } catch (error) {
      const { consumer: component } = this.#context;
      const message = `${component} cannot write ${table.name} as JSON: ${messageOf(error)}`;
      throw new PipelineError(message, { code: 'sink_write_failed', component }, error);
    }
  }

  /** Sends a message until the receiver accepts it. */
  async #deliver(message: WebhookMessage): Promise<void> {
    const { consumer, signal, warn, config } = this.#context;
    const ended = new AbortController();
    const stop = onStop(signal, () => ended.abort(), STOP_WAIT);
    const onFault = (error: unknown, seconds: number) =>
      warn('sink_retry', `${consumer}: ${reasonOf(error)} (${this.location}); again in ${seconds.toFixed(1)} s`);
    const send = () => this.#send(message, ended.signal);
    try {
      await retried(send, { retryFor: Number(config['retry_for']), signal, isPassing, onFault });
    } catch (error) {
      throw this.#fault(reasonOf(error), adviceFor(error));
    } finally {
      stop.cancel();
    }
  }

  /** Redirects are not followed: they could lead to a host that the server of pipelines does not permit. */
  async #send(message: WebhookMessage, ended: AbortSignal): Promise<void> {
    const { secret, timeout } = this.#context.config;
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: webhookHeaders(String(secret), message, Math.floor(Date.now() / 1000)),
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.any([ended, AbortSignal.timeout(Number(timeout) * 1000)]),
    });
    // Nothing reads what else it says.
    await answer.body?.cancel();
    if (!answer.ok) throw new NotAccepted(answer.status);
  }

  close(): Promise<void> {
    this.#encoding.close();
    return Promise.resolve();
  }

  #fault(reason: string, advice: string): PipelineError {
    return unusable(this.#context, `cannot send to ${this.location}: ${reason}; ${advice}`);
  }
}

/** Returns the address of a config whose placeholders have their values. Throws PipelineError if it or the secret is none. */
function receiverOf(context: SinkContext): URL {
  const { url, secret } = context.config;
  if (!new RegExp(SECRET_PATTERN).test(String(secret)))
    throw unusable(context, 'needs a secret of whsec_ and 24 to 64 bytes in base64');
  const address = URL.parse(String(url));
  if (!address || !['http:', 'https:'].includes(address.protocol))
    throw unusable(context, 'needs a url of http or https');
  if (address.username !== '' || address.password !== '')
    throw unusable(context, 'takes no user or password in url: the signature shows who sends');
  return address;
}

function unusable({ consumer }: Pick<SinkContext, 'consumer'>, what: string): PipelineError {
  return new PipelineError(`${consumer} ${what}`, { code: 'sink_unreachable', component: consumer });
}

/** Statuses of a receiver that may accept the same message later. */
const PASSING_STATUSES = [408, 425, 429];

function isPassing(error: unknown): boolean {
  if (error instanceof NotAccepted) return error.status >= 500 || PASSING_STATUSES.includes(error.status);
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  return /^(?:E(?!RR_)|UND_ERR_)/.test(causeCode(error));
}

/** What fetch could not do is in the cause of its error. */
function causeCode(error: unknown): string {
  return (error instanceof Error && errorCode(error.cause)) || '';
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no answer came in time';
  const code = causeCode(error);
  const said = messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
  return code === '' || said.includes(code) ? said : `${said} (${code})`.trim();
}

function adviceFor(error: unknown): string {
  if (!(error instanceof NotAccepted)) return 'set url to a receiver that runs';
  if (error.status >= 300 && error.status < 400) return 'set url to the address that the redirect names';
  return 'mend the receiver, then start the pipeline again';
}
