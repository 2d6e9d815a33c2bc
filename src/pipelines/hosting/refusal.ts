/** The reason why a request to change a pipeline fails; the server adds a status. */
import type { Finding } from '../yaml/findings.ts';
import type { PipelineRecord } from '../store/record.ts';

export type RefusalKind = 'invalid' | 'unsubscribed' | 'other team' | 'missing' | 'conflict' | 'damaged';

/** Details besides the message. */
interface About {
  errors?: readonly Finding[];
  warnings?: readonly Finding[];
  /** The pipeline, where there is one. */
  record?: PipelineRecord;
}

export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly record: PipelineRecord | undefined;

  constructor(kind: RefusalKind, message: string, { errors = [], warnings = [], record }: About = {}) {
    super(message);
    this.kind = kind;
    this.errors = errors;
    this.warnings = warnings;
    this.record = record;
  }
}
