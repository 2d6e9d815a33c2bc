/** The thread of a child: starts it, and passes messages on until it ends. */
import { spawn } from 'node:child_process';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromChild, FromThread, ToThread } from './messages.ts';

const port = parentPort!;
const [command = '', ...args] = workerData as string[];
const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' });
const tell = (told: FromThread) => port.postMessage(told);

function end(reason: string): void {
  tell({ end: reason });
  port.close();
}

child.on('message', (message: FromChild) => tell({ message }));
child.once('error', (error) => end(error.message));
child.once('exit', (code, signal) => end(signal ?? `code ${code}`));
port.on('message', (told: ToThread) => {
  if (told === 'kill') child.kill('SIGKILL');
  else if (child.connected) child.send(told, () => undefined);
});
