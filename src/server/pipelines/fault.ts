/** The status and body of a refused request about pipelines. */
import type { Finding } from '../../pipelines/yaml/findings.ts';
import { Refusal, type RefusalKind } from '../../pipelines/hosting/refusal.ts';

const statuses: Record<RefusalKind, number> = {
  invalid: 400,
  unsubscribed: 402,
  'other team': 403,
  missing: 404,
  conflict: 409,
  damaged: 500,
};

/** A status and a text, for faults that concern no pipeline. */
export class HttpFault extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly Finding[];

  constructor(status: number, message: string, headers: Record<string, string> = {}, errors: readonly Finding[] = []) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.errors = errors;
  }
}

/** Returns the status of an error that the client may see; undefined for one that only the log gets. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpFault) return error.status;
  return error instanceof Refusal ? statuses[error.kind] : undefined;
}
