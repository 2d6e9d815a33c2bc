/** Texts without credentials: what clients and servers say may repeat what was sent to them. */

const PATTERNS: readonly [RegExp, string][] = [
  // eslint-disable-next-line local/linear-expressions -- a match has at most 4,130 letters
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^/\s@]{1,4096}@/gi, '$1'],
  [/([?&][^=?&\s"']{0,60}(?:signature|credential|token|secret|password|key|sig)[^=?&\s"']{0,60}=)[^&\s"']+/gi, '$1***'],
  [/\b(Bearer|Basic|AWS4-HMAC-SHA256)\s{1,9}[^\s"']+(?:[\s,]{1,9}\w{1,60}=[^\s"']+)*/g, '$1 ***'],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, '***'],
  [/\bya29\.[\w.-]+/g, '***'],
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g, '***'],
];

/** Secrets that were given to this process; wherever one of these turns up in a message it is left out. */
const secrets = new Set<string>();

/** Makes `redact` leave out a secret; short texts would blank out ordinary words. */
export function keepSecret(secret: string | undefined): void {
  if (secret !== undefined && secret.length >= 6) secrets.add(secret);
}

/** Returns the text with everything that looks like credentials, and every secret that was given, as `***`. */
export function redact(text: string): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, '***');
  for (const [pattern, replacement] of PATTERNS) clean = clean.replaceAll(pattern, replacement);
  return clean;
}
