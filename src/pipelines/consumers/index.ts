/** The consumers, by id. */
import type { Consumer } from '../component.ts';
import { accountDataPostgres } from './account-data-postgres.ts';
import { arrow } from './arrow.ts';
import { contractDataPostgres } from './contract-data-postgres.ts';
import { contractEventsPostgres } from './contract-events-postgres.ts';
import { contractInvocationsPostgres } from './contract-invocations-postgres.ts';
import { csv } from './csv.ts';
import { duckdb } from './duckdb.ts';
import { eventPaymentPostgres } from './event-payment-postgres.ts';
import { extractedContractInvocationsPostgres } from './extracted-contract-invocations-postgres.ts';
import { googlePubsubV2 } from './google-pubsub-v2.ts';
import { httpPost } from './http-post.ts';
import { jsonl } from './jsonl.ts';
import { nullConsumer } from './null.ts';
import { parquet } from './parquet.ts';
import { saveLatestLedgerRedis } from './save-latest-ledger-redis.ts';
import { soroswapPostgres } from './soroswap-postgres.ts';
import { stdout } from './stdout.ts';

const list: readonly Consumer[] = [
  accountDataPostgres,
  arrow,
  contractDataPostgres,
  contractEventsPostgres,
  contractInvocationsPostgres,
  csv,
  duckdb,
  eventPaymentPostgres,
  extractedContractInvocationsPostgres,
  googlePubsubV2,
  httpPost,
  jsonl,
  nullConsumer,
  parquet,
  saveLatestLedgerRedis,
  soroswapPostgres,
  stdout,
];

export const consumers: ReadonlyMap<string, Consumer> = new Map(list.map((consumer) => [consumer.id, consumer]));
