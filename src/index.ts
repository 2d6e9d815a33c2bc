/** The library: what the command line does, for programs. It prints nothing. */
import './needs-node.ts';
export * from './light.ts';

// Lakes.
export { checkLake, open, type LakeHandle, type LoadStoreOptions, type OpenOptions } from './library/open.ts';
export type {
  ExplainedBalance,
  ExplainedCall,
  ExplainedChange,
  ExplainedFees,
  ExplainedMovement,
  ExplainedOperation,
  Explanation,
} from './library/explain.ts';
export { listChecks, type CheckOptions, type CheckReport } from './lake/repair/checks.ts';
export { duckdbViews, writeViewDatabase, type EngineViews } from './lake/engines/duckdb.ts';
export { engineViews } from './lake/engines/views.ts';
export { compactLake, type CompactOptions, type CompactReport } from './lake/writing/compact.ts';
export { describeLake } from './lake/disk/snapshot/description.ts';
export type { Lake } from './lake/asking/lake.ts';
export type { Omission } from './lake/disk/snapshot/manifest.ts';
export { refreshLake, type RefreshOptions, type RefreshReport } from './library/refresh.ts';
export { repairLake, verifyLake, type RepairOptions, type RepairReport } from './library/soundness.ts';
export { startScrub, type Scrub, type ScrubOptions } from './library/scrub.ts';
export { rebuiltText, type RebuiltRange } from './ingest/rebuild.ts';
export type { LakeStatus } from './lake/asking/status.ts';
export { check, unverifiable, type CheckName } from './ledger/verify.ts';

// Queries.
export { completeSql } from './lake/asking/query/complete.ts';
export type { QueryOptions } from './lake/asking/query/query.ts';
export type { ResultRow as Row, RowOptions, Value } from './lake/asking/query/rows.ts';
export { splitStatements } from './lake/meaning/statement.ts';
export { formats, queryText, writeQuery, type Format, type TextTable } from './lake/asking/query/write.ts';
export { describeRelations, type Relation } from './lake/meaning/relations.ts';
export { viewComments } from './lake/meaning/view-comments.ts';
export { tableNamed, tables, type TableName } from './tables/index.ts';

// Stores.
export { openStore } from './library/open.ts';
export type { BucketOptions, StoreOptions } from './datastore/open.ts';
export type { Plan } from './datastore/plan.ts';
export type { Listing, Store } from './datastore/store.ts';
export type { StoreMetrics } from './datastore/transfer/metrics.ts';
export { untilBegun } from './ingest/beginning.ts';
export { inspectStore, type InspectOptions, type Inspection } from './ingest/inspect.ts';
export { mirrorStore, planMirror, type MirrorOptions, type MirrorPlan, type MirrorReport } from './ingest/mirror.ts';
export { networkOf } from './ingest/network-of.ts';

// From a store to a lake, a file, or memory.
export { attachParts, type AttachPartsOptions } from './ingest/attach.ts';
export type { AttachReport } from './lake/disk/attach/attach.ts';
export type { PublishOptions, PublishReport } from './lake/disk/attach/publish-lake.ts';
export { publishWithIceberg as publishLake } from './ingest/publish.ts';
export { exportTable, type ExportOptions } from './ingest/export.ts';
export { followStore, type FollowCommit, type FollowOptions } from './ingest/follow.ts';
export { indexLedgers } from './ingest/index-ledgers.ts';
export { readLedgers, type ReadLedgersOptions } from './ingest/ledgers.ts';
export {
  ingestState,
  networkOfArchive,
  type IngestStateOptions,
  type IngestStateReport,
} from './ingest/ingest-state.ts';
export { loadStore } from './ingest/load.ts';
export type { Anchor } from './ingest/anchor.ts';
export type { LoadOptions } from './ingest/load-options.ts';
export { planLoad } from './ingest/plan.ts';
export { planShards, type PlannedShard, type ShardPlan, type ShardPlanOptions } from './ingest/shard-plan.ts';
export { shardRanges } from './ingest/shard.ts';
export type { FollowReport, LoadProgress, LoadReport } from './ingest/report.ts';
export { decodeTables, type DecodeTablesOptions } from './library/decode-tables.ts';
export { decodeOptions, type DecodeOptions } from './tables/decode-options.ts';
export { decodeJson } from './xdr/decode.ts';

// Pipelines.
export type { Definition } from './pipelines/definition/definition.ts';
export type { Finding } from './pipelines/yaml/findings.ts';
export type { Placeholder } from './pipelines/yaml/placeholders.ts';
export type { ValidateOptions, Validation } from './pipelines/definition/validate.ts';
export type { PipelineSource } from './pipelines/run/open-source.ts';
export type { LogLine, Output, RunOptions, RunProgress, RunResult, Skipped } from './pipelines/run/options.ts';
export type { PipelinePlan, PlanOptions } from './pipelines/run/plan.ts';
