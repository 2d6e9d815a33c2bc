/** The pipelines of a server: creates, changes, starts, stops and deletes them, one action at a time for each pipeline. */
import { randomUUID } from 'node:crypto';
import { PipelineError } from '../../core/errors.ts';
import { Turns } from '../../core/turns.ts';
import { validateApart } from '../definition/apart.ts';
import type { Definition } from '../definition/definition.ts';
import { ordered, placed, joinedFindings, type Finding } from '../yaml/findings.ts';
import { isPlaceholder, placeholders, resolvePlaceholders, type Placeholder } from '../yaml/placeholders.ts';
import { validateWhole } from '../definition/validate-whole.ts';
import { withErrors, type Validation } from '../definition/validate.ts';
import { localWarnings, planPipeline, type PipelinePlan } from '../run/plan.ts';
import { keepMasked } from '../store/literals.ts';
import type { FileAt } from '../sink.ts';
import { isAtWork, type PipelineRecord } from '../store/record.ts';
import { changedPaths, resetsCheckpoint } from './changes.ts';
import { noSource } from './hosted-run.ts';
import { SavedState, type KeptOptions } from './kept.ts';
import { mappedConsumers, unreachableConsumers, type Destinations } from './mapped-consumers.ts';
import { Refusal } from './refusal.ts';
import { removeRunFiles, renamedOutputs, renameRunFiles, runFolder } from './run-files.ts';
import { PipelineRuns, type RunsOptions } from './runs.ts';
import { forbiddenFiles, teamFiles } from './team-files.ts';

export interface HostOptions extends KeptOptions, RunsOptions {
  /** `none` refuses new pipelines, as the hosted service does without one. */
  subscription?: 'active' | 'none';
  /** Continue pipelines that ran when the server ended; by default yes. */
  resume?: boolean;
}

/** What was done to a pipeline. */
export interface Done {
  action: 'created' | 'updated' | 'unchanged' | 'started' | 'stopped';
  /** Undefined for one that a dry run would create. */
  record: PipelineRecord | undefined;
  warnings: readonly Finding[];
  /** Paths of the definition, where it was changed. */
  changes?: readonly string[];
}

export interface PutOptions {
  autoStart?: boolean;
  /** Report the changes without making them. */
  dryRun?: boolean;
  /** Aborted when nobody waits for the answer. */
  signal?: AbortSignal;
}

export class PipelineHost {
  readonly kept: SavedState;
  readonly #runs: PipelineRuns;
  readonly #options: HostOptions;
  readonly #names = new Turns();
  readonly #turns = new Turns();

  private constructor(kept: SavedState, options: HostOptions) {
    this.kept = kept;
    this.#runs = new PipelineRuns(kept, options);
    this.#options = options;
  }

  /** Opens a data folder and continues pipelines that were running. Throws UsageError. */
  static async open(options: HostOptions): Promise<PipelineHost> {
    const host = new PipelineHost(await SavedState.open(options), options);
    await host.#runs.resume(options.resume ?? true);
    return host;
  }

  /** Ends every run at a checkpoint and unlocks the folder. A later server continues the runs. */
  async close(): Promise<void> {
    await this.#runs.close();
    await this.kept.close();
  }

  /** Validates a definition of a team and returns its findings; after `signal` its queries are not checked. */
  async validate(team: string, yaml: string, signal?: AbortSignal): Promise<Validation> {
    const knows = (placeholder: Placeholder) => this.kept.knows(team, placeholder);
    const found = await validateWhole(yaml, { knows }, validateApart, signal);
    const whole = withErrors(found, forbiddenFiles(found.sound, this.#fileAt(team)));
    if (!found.definition) return whole;
    const mapped = mappedConsumers(this.#destinations(team, found.definition));
    return { ...whole, warnings: ordered([...found.warnings, ...placed(mapped, found.places)]) };
  }

  /** Connects to the servers that a definition names, and returns a warning for each that does not answer. */
  checkConnections(team: string, definition: Definition): Promise<Finding[]> {
    return unreachableConsumers(this.#destinations(team, definition));
  }

  #destinations(team: string, definition: Definition): Destinations {
    const { dataDir, nativeSinks } = this.#options;
    const secret = (placeholder: Placeholder) => this.kept.secret(team, placeholder);
    const fileAt = this.#fileAt(team);
    return { definition, dataDir: runFolder(dataDir, team), secret, fileAt, nativeSinks };
  }

  #fileAt(team: string): FileAt {
    const { dataDir, fileFolders } = this.#options;
    return teamFiles(dataDir, team, fileFolders);
  }

  /** Returns the pipelines of a team, the newest first. */
  list(team: string): PipelineRecord[] {
    return this.kept.pipelines.list().filter((record) => record.team === team);
  }

  /** Returns a pipeline. Throws Refusal where there is none, or it is another team's. */
  get(team: string, id: string): PipelineRecord {
    const record = this.kept.pipelines.get(id);
    if (!record && this.kept.pipelines.isDamaged(id))
      throw new Refusal('damaged', `the file of pipeline ${id} is damaged`);
    if (!record) throw new Refusal('missing', 'pipeline not found');
    if (record.team !== team) throw new Refusal('other team', 'pipeline belongs to another team');
    return record;
  }

  /** Creates a pipeline, or updates the one of that name. Throws Refusal. */
  async apply(team: string, yaml: string, options: PutOptions = {}): Promise<Done> {
    const found = await this.validate(team, yaml, options.signal);
    const name = nameOf(found);
    return this.#named(team, name ?? '', async () => {
      const [record, second] = name === undefined ? [] : this.kept.pipelines.byName(team, name);
      if (second) throw new Refusal('conflict', 'ambiguous apply target');
      if (!record) return this.#create(team, name, found, options);
      return this.#turns.take(record.pipeline_id, async () => {
        const current = this.get(team, record.pipeline_id);
        return this.#update(current, found, options, 'apply');
      });
    });
  }

  /** Creates a pipeline. Throws Refusal, also where there is one of that name. */
  async create(team: string, yaml: string, options: PutOptions = {}): Promise<Done> {
    const found = await this.validate(team, yaml, options.signal);
    const name = nameOf(found);
    return this.#named(team, name ?? '', async () => {
      const [record] = name === undefined ? [] : this.kept.pipelines.byName(team, name);
      if (!record) return this.#create(team, name, found, options);
      definitionOf(found, record);
      throw new Refusal('conflict', `a pipeline named '${name}' already exists`, { record });
    });
  }

  /** Updates a pipeline that is not at work. Throws Refusal. */
  async put(team: string, id: string, yaml: string, signal?: AbortSignal): Promise<Done> {
    this.get(team, id);
    const found = await this.validate(team, yaml, signal);
    const name = nameOf(found);
    return this.#named(team, name ?? '', () =>
      this.#turns.take(id, async () => {
        const record = this.get(team, id);
        const [other] = name === undefined ? [] : this.kept.pipelines.byName(team, name);
        definitionOf(found, record);
        if (other && other.pipeline_id !== id) {
          throw new Refusal('conflict', `a pipeline named '${name}' already exists`, { record });
        }
        return this.#update(record, found, {}, 'put');
      }),
    );
  }

  /** Starts a pipeline that is not at work; `start` begins anew, whatever was written. Throws Refusal. */
  start(team: string, id: string, from: 'checkpoint' | 'start' = 'checkpoint'): Promise<Done> {
    this.get(team, id);
    return this.#turns.take(id, () => this.#start(this.get(team, id), from));
  }

  /** Stops a pipeline at a checkpoint. Throws Refusal. */
  stop(team: string, id: string): Promise<Done> {
    this.get(team, id);
    return this.#turns.take(id, async () => {
      const before = this.get(team, id);
      const record = await this.#runs.stop(before);
      return { action: before.status === 'stopped' ? 'unchanged' : 'stopped', record, warnings: [] };
    });
  }

  /** Returns what the next run of a pipeline would read. Throws Refusal, PipelineError and StoreError. */
  async plan(team: string, id: string, from: 'checkpoint' | 'start' = 'checkpoint'): Promise<PipelinePlan> {
    const record = this.get(team, id);
    const { definition, places } = record;
    const { network } = definition.spec;
    const source = this.#options.sourceOf(network);
    if (source === undefined) throw new PipelineError(noSource(network), { code: 'range_outside_source' });
    const found = await planPipeline(definition, { ...source, ...afterOf(record, from) });
    return { ...found, warnings: placed(found.warnings, places) };
  }

  /** Stops a pipeline and starts it again. Throws Refusal. */
  restart(team: string, id: string, from: 'checkpoint' | 'start' = 'checkpoint'): Promise<Done> {
    this.get(team, id);
    return this.#turns.take(id, async () => {
      const before = this.get(team, id);
      return this.#start(isAtWork(before) ? await this.#runs.stop(before) : before, from);
    });
  }

  /** Deletes a pipeline. `force` stops it first; `purge` removes its rows and files. Throws Refusal. */
  delete(team: string, id: string, { force = false, purge = false } = {}): Promise<void> {
    this.get(team, id);
    return this.#turns.take(id, async () => {
      let record = this.get(team, id);
      if (isAtWork(record) && force) record = await this.#runs.stop(record);
      if (isAtWork(record)) throw atWork(record);
      if (purge) await this.#runs.purge(record);
      await this.kept.pipelines.remove(id);
      await this.kept.logs.remove(id);
      await removeRunFiles(this.#options.dataDir, team, record.definition.metadata.name, purge);
    });
  }

  #named<T>(team: string, name: string, work: () => Promise<T>): Promise<T> {
    return this.#names.take(`${team}\0${name}`, work);
  }

  async #create(
    team: string,
    name: string | undefined,
    found: Validation,
    { autoStart = false, dryRun = false }: PutOptions,
  ): Promise<Done> {
    if (name !== undefined && this.#options.subscription === 'none') {
      throw new Refusal('unsubscribed', 'active subscription required to create a pipeline');
    }
    const definition = definitionOf(found);
    const { warnings } = found;
    if (dryRun) return { action: 'created', record: undefined, warnings };
    const id = randomUUID();
    const now = this.#runs.now();
    const record: PipelineRecord = {
      pipeline_id: id,
      team,
      status: 'pending',
      revision: 1,
      created_at: now,
      updated_at: now,
      ...this.kept.seal(id, definition),
      warnings,
      places: found.places,
      isReset: false,
      components: [],
      outputs: [],
      skipped: [],
      runs: [],
    };
    await this.kept.pipelines.save(record);
    if (!autoStart) return { action: 'created', record, warnings };
    const started = await this.#turns.take(id, () => this.#start(record, 'checkpoint'));
    return { ...started, action: 'created', warnings: joinedFindings(started.warnings, warnings) };
  }

  async #update(
    record: PipelineRecord,
    found: Validation,
    { autoStart = false, dryRun = false }: PutOptions,
    how: 'apply' | 'put',
  ): Promise<Done> {
    const { definition: next, changes } = this.#compare(record, definitionOf(found, record));
    if (isAtWork(record) && (how === 'put' || changes.length > 0)) throw atWork(record);
    const { warnings } = found;
    const isReset = resetsCheckpoint(changes);
    const told = isReset ? [...warnings, resetWarning] : warnings;
    const isChanged = changes.length > 0;
    const done = { warnings: told, ...(isChanged && { changes }) };
    if (dryRun) return { action: isChanged ? 'updated' : 'unchanged', record, ...done };
    const after = isChanged ? await this.#change(record, next, found, isReset) : record;
    if (!autoStart || isAtWork(after)) return { action: isChanged ? 'updated' : 'unchanged', record: after, ...done };
    const started = await this.#start(after, 'checkpoint');
    const all = joinedFindings(started.warnings, told);
    return { ...done, action: isChanged ? 'updated' : 'started', record: started.record, warnings: all };
  }

  async #change(
    record: PipelineRecord,
    definition: Definition,
    found: Validation,
    isReset: boolean,
  ): Promise<PipelineRecord> {
    const { checkpoint, ...rest } = record;
    const { name } = record.definition.metadata;
    const next = definition.metadata.name;
    const { dataDir } = this.#options;
    if (name !== next) await renameRunFiles(dataDir, record.team, name, next);
    const after: PipelineRecord = {
      ...rest,
      ...(checkpoint && !isReset && { checkpoint }),
      ...this.kept.seal(record.pipeline_id, definition),
      status: record.runs.length === 0 ? 'pending' : 'stopped',
      revision: record.revision + 1,
      updated_at: this.#runs.now(),
      isReset: record.isReset || isReset,
      outputs: renamedOutputs(record.outputs, runFolder(dataDir, record.team), name, next),
      warnings: found.warnings,
      places: found.places,
    };
    // These belong to the previous definition.
    delete after.runWarnings;
    await this.kept.pipelines.save(after);
    return after;
  }

  /** Returns the new definition of a pipeline, and the changes to the current one. */
  #compare(record: PipelineRecord, given: Definition): { definition: Definition; changes: string[] } {
    const { definition: before, literals } = this.kept.unseal(record);
    const definition = keepMasked(given, before, literals);
    const values = new Set(literals.map(({ value }) => value));
    const isSame = (was: string, is: string) => values.has(was) && this.#standsFor(record.team, is, was);
    return { definition, changes: changedPaths(before, definition, isSame) };
  }

  /** True if the text is a placeholder with the value of a literal secret. An export replaces literals by such placeholders. */
  #standsFor(team: string, text: string, literal: string): boolean {
    if (!isPlaceholder(text)) return false;
    const meant = this.#meant(team, text);
    return meant !== undefined && meant === this.#meant(team, literal);
  }

  /** Returns a text with its placeholders resolved; undefined if one has no value. */
  #meant(team: string, text: string): string | undefined {
    const values = placeholders(text).map((placeholder) => this.kept.secret(team, placeholder));
    if (values.includes(undefined)) return undefined;
    return resolvePlaceholders(text, () => values.shift() ?? '');
  }

  async #start(record: PipelineRecord, from: 'checkpoint' | 'start'): Promise<Done> {
    if (isAtWork(record)) return { action: 'unchanged', record, warnings: [] };
    const begun = await this.#runs.begin(record, beginsAnew(record) ? 'start' : from);
    const rerun = record.status === 'completed' ? [rerunWarning] : [];
    const warnings = [...rerun, ...(await this.#startWarnings(record, from))];
    return { action: 'started', record: begun, warnings };
  }

  /** Returns the state of a run before it connects. */
  async #startWarnings(record: PipelineRecord, from: 'checkpoint' | 'start'): Promise<Finding[]> {
    const { definition } = this.kept.unseal(record);
    const source = this.#options.sourceOf(definition.spec.network);
    const ranged = source ? await localWarnings(definition, { ...source, ...afterOf(record, from) }) : [];
    return placed([...mappedConsumers(this.#destinations(record.team, definition)), ...ranged], record.places);
  }
}

const resetWarning: Finding = {
  code: 'checkpoint_reset',
  path: 'spec',
  message: 'network, startLedger or processors changed: the next run begins anew',
};
const rerunWarning: Finding = {
  code: 'rerun',
  path: '',
  message: 'the pipeline had completed: its range is run again',
};

/** True if the next run must start at the first ledger. */
function beginsAnew({ status, isReset }: PipelineRecord): boolean {
  return status === 'completed' || isReset;
}

/** The checkpoint after which a run continues, if there is one. */
function afterOf(record: PipelineRecord, from: 'checkpoint' | 'start'): { after?: number } {
  const { checkpoint } = record;
  return checkpoint && from === 'checkpoint' && !beginsAnew(record) ? { after: checkpoint.ledger } : {};
}

function atWork(record: PipelineRecord): Refusal {
  return new Refusal('conflict', 'pipeline is running; stop it first', { record });
}

/** Returns the validated definition. Throws Refusal if it has errors. */
function definitionOf({ definition, errors, warnings }: Validation, record?: PipelineRecord): Definition {
  if (definition) return definition;
  throw new Refusal('invalid', invalidText(errors), { errors, warnings, ...(record && { record }) });
}

/** Returns findings as one sentence. */
export function invalidText(errors: readonly Finding[]): string {
  const [first] = errors;
  const isUnread = first && ['yaml_syntax', 'not_a_mapping', 'multiple_documents'].includes(first.code);
  return `invalid ${isUnread ? 'YAML' : 'pipeline config'}: ${first?.message ?? 'there is none'}`;
}

/** Returns the name in a definition, even if the definition has errors. */
function nameOf({ shown }: Validation): string | undefined {
  const { metadata } = (shown ?? {}) as { metadata?: { name?: unknown } };
  return typeof metadata?.name === 'string' && metadata.name !== '' ? metadata.name : undefined;
}
