/** `ledgerlake serve` in a process of its own, whose memory and connections are its alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { main } from '../main.ts';

export interface ServerProcess {
  port: number;
  /** What it has said so far. */
  said(): string;
  /** The most memory that was resident so far, in MB (Linux). */
  peakMegabytes(): number;
  /** Sends it a signal; resolves when it has ended where the signal ends it. */
  signal(name: 'SIGKILL' | 'SIGSTOP'): Promise<void>;
  /** Ends it as a user would; returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a server with these options of `serve`, on a port that is free. */
export function startProcess(...options: string[]): Promise<ServerProcess> {
  return startImported([], ...options);
}

/** Starts a server as `startProcess` does, after imports such as `--import clock.ts`. */
export async function startImported(imports: readonly string[], ...options: string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...imports, main, 'serve', '--endpoint', '127.0.0.1:0', ...options]);
  let said = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error(said)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const match = /msg=serving.* (?:port=|url=\S*:)(\d+)/.exec(said);
        if (match) resolve(Number(match[1]));
      });
    }
  });
  return {
    port,
    said: () => said,
    peakMegabytes: () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024,
    async signal(name) {
      child.kill(name);
      if (name === 'SIGKILL') await once(child, 'exit');
    },
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}
