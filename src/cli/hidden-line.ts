/** A line that is typed on a terminal and not shown. */
import { Interrupted } from './interrupt.ts';
import { say } from './output.ts';

const ENTER = /[\r\n]/;
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const ERASE = /[\b\u007f]/;

/** Prints the prompt to standard error and returns what is typed until Enter; throws Interrupted for Ctrl-C. */
export async function readHidden(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(prompt);
  stdin.setRawMode(true).setEncoding('utf8').resume();
  try {
    let typed = '';
    for await (const chunk of stdin) {
      for (const letter of String(chunk)) {
        if (letter === CTRL_C) throw new Interrupted();
        if (ENTER.test(letter) || letter === CTRL_D) return typed;
        typed = ERASE.test(letter) ? typed.slice(0, -1) : typed + letter;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode(false).pause();
    say('');
  }
}
