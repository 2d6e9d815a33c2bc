/** Encrypts values at rest: AES-256-GCM with one key; each value is bound to its purpose. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { PipelineError } from '../../core/errors.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals and opens values under a key. */
export class Vault {
  readonly #key: Uint8Array;

  /** The key has 32 bytes. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Returns the sealed value as base64; it opens only for the same `place`. */
  seal(value: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  }

  /** Returns the value. Throws PipelineError when it was sealed under another key or for another place, or is damaged. */
  open(sealed: string, place: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    } catch {
      throw new PipelineError('a secret is damaged, or encrypted with another key: give the original key', {
        code: 'sealed_secret',
      });
    }
  }
}
