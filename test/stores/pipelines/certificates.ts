/** Certificates for servers on loopback: of an authority, for the right name and a wrong one, and of a stranger. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Pair {
  /** Path of the private key. */
  key: string;
  /** Path of the certificate. */
  certificate: string;
}

export interface Certificates extends Disposable {
  /** The authority that clients are told of. */
  authority: Pair;
  /** For 127.0.0.1 and localhost. */
  server: Pair;
  /** Of the same authority, for another host. */
  elsewhere: Pair;
  /** For 127.0.0.1, of an authority that nobody knows. */
  stranger: Pair;
}

/** Makes the certificates in a temporary folder with openssl. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-certificates-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const at = (name: string): Pair => ({ key: join(folder, `${name}.key`), certificate: join(folder, `${name}.crt`) });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const authority = (name: string) => {
    const { key, certificate } = at(name);
    openssl('req', '-x509', ...curve, '-days', '2', '-subj', `/CN=${name}`, '-keyout', key, '-out', certificate);
    return at(name);
  };
  const sign = (by: Pair, name: string, names: string) => {
    const { key, certificate } = at(name);
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${names}\n`);
    openssl('req', ...curve, '-subj', `/CN=${name}`, '-keyout', key, '-out', `${name}.csr`);
    const issuer = ['-CA', by.certificate, '-CAkey', by.key, '-CAcreateserial'];
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...issuer,
      '-days',
      '2',
      '-extfile',
      `${name}.ext`,
      '-out',
      certificate,
    );
    return at(name);
  };
  const known = authority('authority');
  return {
    authority: known,
    server: sign(known, 'server', 'DNS:localhost,IP:127.0.0.1'),
    elsewhere: sign(known, 'elsewhere', 'DNS:db.example.com'),
    stranger: sign(authority('unknown'), 'stranger', 'DNS:localhost,IP:127.0.0.1'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
