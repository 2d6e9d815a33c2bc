/** Hides secrets, by their value, in everything that a run logs or reports. */
import { LedgerlakeError, PipelineError } from '../../core/errors.ts';
import { messageOf } from '../../core/system-errors.ts';
import { credentialsOf, decoded } from '../definition/credentials.ts';
import { MASK } from '../definition/mask.ts';
import { resolvePlaceholders, type Placeholder } from '../yaml/placeholders.ts';
import type { JsonData } from '../yaml/nodes.ts';

const LEAST_LETTERS = 4;
/** Single lines of a value, such as of a certificate, are hidden if they have at least this length. */
const LEAST_OF_LINE = 16;

/** This program alone writes these fields, so a secret that equals their text is not revealed. */
const ofProgram = ['code', 'consumer', 'kind', 'level', 'name', 'path', 'role', 'status', 'type'];

/** User names in server messages: in quotes of any language, or after a word. */
const NAMED = /(?<=["'`«»„“”‹›])[^"'`«»„“”‹›]+(?=["'`«»„“”‹›])|(?<=\b(?:user|role)[ =])[^\s"'`,;:]+/gi;

/** Replaces the known secret values. */
export class Redactor {
  readonly #forms = new Set<string>();
  readonly #users = new Set<string>();
  readonly #shown: ReadonlySet<string>;

  /** Texts in the fields `shown` are never hidden. */
  constructor(shown: readonly string[] = []) {
    this.#shown = new Set([...ofProgram, ...shown]);
  }

  /**
   * Hides a value from now on, also inside URLs, JSON and base64. Values under 4 characters stay visible, because hiding them
   * would hide words. In an address, hides the passwords, and users where a message names them; in the JSON of a key, its
   * secret members.
   */
  add(value: string): void {
    const { users, passwords } = credentialsOf(value);
    for (const user of users) for (const text of readingsOf(user)) this.#users.add(text);
    for (const secret of [value, ...longLines(value), ...passwords, ...keysOf(value)]) {
      for (const text of readingsOf(secret)) {
        if (text.length < LEAST_LETTERS) continue;
        for (const form of formsOf(text)) this.#forms.add(form);
      }
    }
  }

  /** Wraps `secret`: each value that it finds is hidden from then on. */
  telling<K>(secret: (key: K) => string | undefined): (key: K) => string | undefined {
    return (key) => {
      const value = secret(key);
      if (value !== undefined) this.add(value);
      return value;
    };
  }

  /** Returns the text with hidden values replaced. */
  text(text: string): string {
    // The longest first: one may be part of another.
    const forms = [...this.#forms].sort((a, b) => b.length - a.length);
    const rest = forms.reduce((left, form) => left.replaceAll(form, MASK), text);
    if (this.#users.size === 0) return rest;
    return rest.replaceAll(NAMED, (name) => (this.#users.has(name) ? MASK : name));
  }

  /** Returns data with hidden values replaced in every text. */
  data<T>(data: T): T {
    return this.#forms.size + this.#users.size === 0 ? data : (this.#walk(data) as T);
  }

  /** Returns the error. If it or its causes contain a hidden value, returns a redacted error without a cause. */
  error(error: unknown): unknown {
    const said = messagesOf(error);
    if (said.every((message) => this.text(message) === message)) return error;
    return new PipelineError(this.text(said[0]), error instanceof LedgerlakeError ? this.data(error.fields) : {});
  }

  #walk(data: unknown): unknown {
    if (typeof data === 'string') return this.text(data);
    if (Array.isArray(data)) return data.map((item) => this.#walk(item));
    if (typeof data !== 'object' || data === null) return data;
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, this.#shown.has(key) ? value : this.#walk(value)]),
    );
  }
}

/** Returns a redactor of the literal secrets in a definition, with their placeholders resolved. */
export function redactorOf(
  literals: readonly { value: JsonData }[],
  secret: (placeholder: Placeholder) => string | undefined,
): Redactor {
  const redactor = new Redactor();
  for (const { value } of literals) {
    if (typeof value === 'string') redactor.add(resolvePlaceholders(value, (placeholder) => secret(placeholder) ?? ''));
  }
  return redactor;
}

/** Returns the messages of an error and its causes. */
function messagesOf(error: unknown): [string, ...string[]] {
  const cause = error instanceof Error ? error.cause : undefined;
  return [messageOf(error), ...(cause === undefined ? [] : messagesOf(cause))];
}

function longLines(value: string): string[] {
  if (!value.includes('\n')) return [];
  return value.split(/\r?\n/).filter((line) => line.trim().length >= LEAST_OF_LINE);
}

/** Returns the forms of a secret in a URL and in a list of KEY=VALUE. */
function readingsOf(text: string): string[] {
  return [text, decoded(text), text.replaceAll(/\\([^])/g, '$1')];
}

/** Returns the secrets in the JSON of a key, such as `private_key`, whole and line by line. */
function keysOf(value: string): string[] {
  if (!value.trimStart().startsWith('{')) return [];
  try {
    const fields = Object.entries(JSON.parse(value) as object) as [name: string, field: unknown][];
    const keys = fields.filter(([name]) => /key|secret|password|token$/i.test(name)).map(([, field]) => field);
    return keys.filter((key) => typeof key === 'string').flatMap((key) => [key, ...longLines(key)]);
  } catch {
    return [];
  }
}

function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [secret, inJson, encodeURIComponent(secret.toWellFormed()), Buffer.from(secret).toString('base64')];
}
