/** All that a server keeps of pipelines below its data folder. */
import { join } from 'node:path';
import { messageOf } from '../../core/system-errors.ts';
import type { Definition } from '../definition/definition.ts';
import type { Placeholder } from '../yaml/placeholders.ts';
import { splitLiterals, withLiterals, type Literal } from '../store/literals.ts';
import { PipelineStore } from '../store/pipeline-store.ts';
import type { PipelineRecord, SealedLiteral } from '../store/record.ts';
import { RunLogs } from '../store/run-logs.ts';
import { readSecretKey } from '../store/secret-key.ts';
import { SecretStore } from '../store/secret-store.ts';
import { Vault } from '../store/vault.ts';
import { hasSecret, secretOf, type Environment } from './secrets-in-use.ts';

export interface KeptOptions {
  /** Holds definitions, logs, secrets, and what runs write. */
  dataDir: string;
  /** Of secrets, 32 bytes; by default of `secret.key` in the data folder, which is made. */
  secretKey?: Uint8Array;
  /** Variables that definitions may name. */
  environment?: Environment;
  /** Reports files that cannot be used. */
  onFault?: (message: string) => void;
}

export class SavedState {
  readonly pipelines: PipelineStore;
  readonly secrets: SecretStore;
  readonly logs: RunLogs;
  readonly #vault: Vault;
  readonly #environment: Environment;

  private constructor(
    parts: Pick<SavedState, 'pipelines' | 'secrets' | 'logs'>,
    vault: Vault,
    environment: Environment,
  ) {
    this.pipelines = parts.pipelines;
    this.secrets = parts.secrets;
    this.logs = parts.logs;
    this.#vault = vault;
    this.#environment = environment;
  }

  /** Opens a data folder, making what is missing. Throws UsageError when another process has it, or its key cannot be read. */
  static async open({ dataDir, secretKey, environment = new Map(), ...rest }: KeptOptions): Promise<SavedState> {
    const { onFault = () => undefined } = rest;
    const pipelines = await PipelineStore.open(dataDir, onFault);
    try {
      const vault = new Vault(secretKey ?? (await readSecretKey(join(dataDir, 'secret.key'))));
      const secrets = await SecretStore.open(join(dataDir, 'secrets'), vault, onFault);
      const logs = new RunLogs(join(dataDir, 'logs'), (error) => onFault(`a log cannot be kept: ${messageOf(error)}`));
      return new SavedState({ pipelines, secrets, logs }, vault, environment);
    } catch (error) {
      await pipelines.close();
      throw error;
    }
  }

  /** Returns whether a placeholder of a team's definition has a value. */
  knows(team: string, placeholder: Placeholder): boolean {
    return hasSecret(team, placeholder, this.secrets, this.#environment);
  }

  /** Returns what a placeholder of a team's definition stands for. */
  secret(team: string, placeholder: Placeholder): string | undefined {
    return secretOf(team, placeholder, this.secrets, this.#environment);
  }

  /** Returns a definition as it is kept: what it holds of secrets itself sealed for one pipeline. */
  seal(id: string, definition: Definition): { definition: Definition; literals: SealedLiteral[] } {
    const { shown, literals } = splitLiterals(definition);
    return { definition: shown, literals: literals.map((literal) => this.#sealed(id, literal)) };
  }

  #sealed(id: string, { value, ...place }: Literal): SealedLiteral {
    return { ...place, sealed: this.#vault.seal(JSON.stringify(value), placeOf(id, place)) };
  }

  /** Returns a definition with its own secrets, and these apart. Throws PipelineError if they cannot be decrypted. */
  unseal({ pipeline_id: id, definition, literals }: PipelineRecord): { definition: Definition; literals: Literal[] } {
    const opened = literals.map(({ sealed, ...place }) => ({
      ...place,
      value: JSON.parse(this.#vault.open(sealed, placeOf(id, place))) as Literal['value'],
    }));
    return { definition: withLiterals(definition, opened), literals: opened };
  }

  async close(): Promise<void> {
    await this.logs.close();
    await this.pipelines.close();
  }
}

function placeOf(id: string, { role, index, field }: Omit<Literal, 'value'>): string {
  return `literal\0${id}\0${role}\0${index}\0${field}`;
}
