/** Keeps the latest ledger in Redis: each batch is one MULTI/EXEC with its checkpoint. */
import { PipelineError } from '../../../core/errors.ts';
import { errorCode, messageOf } from '../../../core/system-errors.ts';
import type { Batch, LedgerMark, Sink, SinkContext } from '../../sink.ts';
import { readCheckpoint, writeCheckpoint } from '../checkpoint-file.ts';
import { retried } from '../retry.ts';
import { onStop, STOP_WAIT } from '../stopping.ts';
import { connectRedis, type Command, type RedisConnection } from './connection.ts';
import { redisSettings, type RedisSettings } from './settings.ts';

/** How many ledgers the history keeps, as the reference does (SaveLatestLedgerRedis). */
const KEPT = 1000;

/** Sets the latest ledger unless a later one is there. */
const COMPARE_AND_SET = `
local there = redis.call('HGET', KEYS[1], 'sequence')
if there and tonumber(there) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'sequence', ARGV[1], 'hash', ARGV[2], 'updated_at', ARGV[3])
return 1`;

/** Connects and finds the checkpoint. Throws PipelineError. */
export async function openRedis(context: SinkContext): Promise<Sink> {
  const settings = redisSettingsOf(context);
  const sink = new RedisSink(context, settings);
  const stop = onStop(context.signal, () => void sink.close());
  try {
    await sink.open();
    return sink;
  } catch (error) {
    await sink.close();
    throw unreachableRedis(context.consumer, settings, error);
  } finally {
    stop.cancel();
  }
}

/** Returns the key of a consumer's checkpoint; behind the type is the place of a second consumer of the pipeline. */
export function marksOf({ consumer, pipeline }: SinkContext, { prefix }: RedisSettings): string {
  return `${prefix}ledgerlake:${pipeline.id}${consumer.replace('save_latest_ledger_redis', '')}`;
}

/** Returns which Redis a config names. Throws PipelineError. */
export function redisSettingsOf({ config, consumer }: Pick<SinkContext, 'config' | 'consumer'>): RedisSettings {
  try {
    return redisSettings(config);
  } catch (error) {
    throw new PipelineError(`${consumer}: ${messageOf(error)}`, { code: 'sink_unreachable', component: consumer });
  }
}

interface Ledger {
  sequence: string;
  hash: string;
}

class RedisSink implements Sink {
  readonly kind = 'redis';
  readonly location: string;
  readonly #context: SinkContext;
  readonly #settings: RedisSettings;
  readonly #marks: string;
  #connection: RedisConnection | undefined;
  #checkpoint: LedgerMark | undefined;
  /** The first ledger that the pipeline has written here. */
  #first: number;
  #ledgers = 0;

  constructor(context: SinkContext, settings: RedisSettings) {
    this.#context = context;
    this.#settings = settings;
    const { host, port, database, prefix } = settings;
    this.location = `${host}:${port}/${database}, keys ${prefix}*`;
    this.#marks = marksOf(context, settings);
    this.#first = readCheckpoint(context)?.first ?? Infinity;
  }

  get checkpoint(): LedgerMark | undefined {
    return this.#checkpoint;
  }

  written(): ReadonlyMap<string, number> {
    return new Map([['history', this.#ledgers]]);
  }

  async open(): Promise<void> {
    const connection = await this.#connected();
    if (this.#context.from === 'start') await connection.send(['DEL', this.#marks]);
    else this.#checkpoint = (await this.#marked(connection)) ?? this.#lost();
  }

  async #marked(connection: RedisConnection): Promise<LedgerMark | undefined> {
    const [ledger, hash] = (await connection.send(['HMGET', this.#marks, 'ledger', 'hash'])) as (string | null)[];
    return ledger ? { ledger: Number(ledger), hash: hash ?? '' } : undefined;
  }

  /** Returns the local copy of a checkpoint that Redis has lost. */
  #lost(): LedgerMark | undefined {
    const copy = readCheckpoint(this.#context);
    if (!copy) return undefined;
    const { consumer, warn } = this.#context;
    warn(
      'sink_lost_checkpoint',
      `${consumer}: ${this.location} lacks ${this.#marks}; the run continues after ledger ${copy.ledger}, which was written`,
    );
    return { ledger: copy.ledger, hash: copy.hash };
  }

  async write(batch: Batch): Promise<void> {
    const ledgers = ledgersOf(batch);
    const { consumer, signal, warn, config, runId } = this.#context;
    const onFault = (error: unknown, seconds: number) => {
      this.#drop();
      warn(
        'sink_retry',
        `${consumer}: ${said(error, this.#settings)} (${this.location}); again in ${seconds.toFixed(1)} s`,
      );
    };
    const retryFor = typeof config.retry_for === 'number' ? config.retry_for : 300;
    const write = async () => (await this.#connected()).transaction(this.#commands(batch, ledgers));
    const stop = onStop(signal, () => this.#drop(), STOP_WAIT);
    try {
      await retried(write, { retryFor, signal, isPassing, onFault });
    } catch (error) {
      this.#drop();
      throw unreachableRedis(consumer, this.#settings, error);
    } finally {
      stop.cancel();
    }
    this.#checkpoint = batch.last;
    this.#ledgers += ledgers.length;
    this.#first = Math.min(this.#first, batch.first);
    await writeCheckpoint(this.#context, { ...batch.last, kind: this.kind, runId, first: this.#first });
  }

  #commands({ last }: Batch, ledgers: readonly Ledger[]): Command[] {
    const { prefix } = this.#settings;
    const history = `${prefix}history`;
    const mark = ['HSET', this.#marks, 'ledger', String(last.ledger), 'hash', last.hash, 'run_id', this.#context.runId];
    const latest = ledgers.at(-1);
    if (!latest) return [mark];
    const now = new Date().toISOString().replace(/\.\d+/, '');
    return [
      ['EVAL', COMPARE_AND_SET, '1', `${prefix}latest`, latest.sequence, latest.hash, now],
      ['ZADD', history, ...ledgers.slice(-KEPT).flatMap(({ sequence, hash }) => [sequence, hash])],
      ['ZREMRANGEBYRANK', history, '0', String(-KEPT - 1)],
      mark,
    ];
  }

  close(): Promise<void> {
    this.#drop();
    return Promise.resolve();
  }

  async #connected(): Promise<RedisConnection> {
    this.#connection ??= await connectRedis(
      this.#settings,
      `ledgerlake/${this.#context.pipeline.name.replace(/\s/g, '-')}`,
      this.#context.signal,
    );
    return this.#connection;
  }

  #drop(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }
}

function ledgersOf({ rows }: Batch): Ledger[] {
  const batch = rows.get('latest_ledger');
  const [sequence, hash] = [batch?.getChild('sequence'), batch?.getChild('hash')];
  return Array.from({ length: batch?.numRows ?? 0 }, (_, row) => ({
    sequence: String(sequence?.get(row)),
    hash: String(hash?.get(row)),
  }));
}

/** What Redis answers while it begins, is full, or waits for its master. */
const passingReplies = /^(LOADING|OOM|BUSY|TRYAGAIN|CLUSTERDOWN|MASTERDOWN|MISCONF|READONLY|NOREPLICAS)\b/;
const connectionFaults =
  /^(ConnectionTimeout|SocketTimeout|SocketClosedUnexpectedly|ClientClosed|ClientOffline|DisconnectsClient|Timeout)Error$/;

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    passingReplies.test(replyOf(error)) ||
    connectionFaults.test(error.constructor.name) ||
    /^E(?!RR_)/.test(errorCode(error) ?? '')
  );
}

/** Of several replies, that of the first command that failed. */
function replyOf(error: Error): string {
  if (!('replies' in error) || !Array.isArray(error.replies)) return error.message;
  const failed: unknown = error.replies.find((reply) => reply instanceof Error);
  return failed instanceof Error ? failed.message : error.message;
}

function said(error: unknown, { password }: RedisSettings): string {
  const text = (error instanceof Error ? replyOf(error) : '') || errorCode(error) || 'no answer';
  return password && password.length >= 4 ? text.replaceAll(password, '********') : text;
}

/** Returns the error for a server that cannot be reached or lets nobody in. */
export function unreachableRedis(component: string, settings: RedisSettings, error: unknown): PipelineError {
  if (error instanceof PipelineError) return error;
  const { host, port } = settings;
  const message = `${component} cannot use Redis at ${host}:${port}: ${said(error, settings)}; ${adviceFor(error, settings)}`;
  return new PipelineError(message, { code: 'sink_unreachable', component });
}

function adviceFor(error: unknown, { tls }: RedisSettings): string {
  const [code, text] = [errorCode(error) ?? '', messageOf(error)];
  if (/NOAUTH|WRONGPASS|AUTH/.test(text)) return 'set redis_password';
  if (/SELF_SIGNED|UNABLE_TO|CERT|ALTNAME/.test(code))
    return 'trust its authority (NODE_EXTRA_CA_CERTS), or set redis_address to the name in its certificate';
  if (tls && !/ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(code))
    return 'set redis_address, and use_tls: false for a server without TLS';
  if (passingReplies.test(text)) return 'mend the server, then start the pipeline again';
  return 'set redis_address, redis_password and use_tls';
}
