/** What a command is going to cost, and whether the user agrees. */
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { StoreError, UsageError, type Cost } from '../light.ts';
import { Interrupted } from './interrupt.ts';
import { plural, size } from './text.ts';

/** Options of commands that may cost money. */
export interface CostFlags {
  maxCost: number;
  pricePerGb?: number;
  yes?: boolean;
}

/** Declares the options of commands that may cost money. */
export function addCostOptions(command: Command): Command {
  return command
    .option('--max-cost <usd>', 'ask for consent if the estimated cost is higher', parseUsd('--max-cost'), 1)
    .option(
      '--price-per-gb <usd>',
      'price of traffic; default: 0.12 if the reader pays, else 0',
      parseUsd('--price-per-gb'),
    )
    .option('--yes', 'consent to any cost');
}

function parseUsd(option: string): (text: string) => number {
  return (text) => {
    if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return Number(text);
    throw new UsageError(`${option} is "${text}", expected US dollars such as 2.50`);
  };
}

/** Returns the estimate as one object. */
export function costJson({ objects, bytes, pricePerGb, usd }: Cost) {
  return { objects, bytes, price_per_gb: pricePerGb, cost_usd: usd };
}

/** Returns the estimate in words. */
export function costText({ objects, bytes, pricePerGb, usd }: Cost): string {
  const price = pricePerGb === 0 ? 'no price' : `about ${usd.toFixed(2)} USD at ${pricePerGb} USD per GB`;
  return `to read from the store: ${plural(objects, 'object')}, ${size(bytes)}, ${price}`;
}

/** Where a question is asked, and answered. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
}

/**
 * Returns when the cost is small or the user agrees to it. Throws StoreError when not, or when there is nobody to ask, and
 * Interrupted for Ctrl-C.
 */
export async function agreeToCost(
  cost: Cost,
  { maxCost, yes = false }: CostFlags,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (cost.usd <= maxCost || yes) return;
  const text = `${costText(cost)}, more than --max-cost ${maxCost}`;
  if (!terminal.input.isTTY || !terminal.output.isTTY) {
    throw new StoreError(`${text}; give --yes or a higher --max-cost, or a smaller --range`, { bytes: cost.bytes });
  }
  const answer = await ask(`${text}. Read it? [y/N] `, terminal);
  if (!/^y(es)?$/i.test(answer.trim())) throw new StoreError('nothing was read', { bytes: cost.bytes });
}

/** Returns what is typed, nothing at its end. */
function ask(question: string, terminal: Terminal): Promise<string> {
  const asking = createInterface(terminal);
  return new Promise<string>((resolve, reject) => {
    asking.on('SIGINT', () => reject(new Interrupted('stopped by Ctrl-C')));
    for (const name of ['SIGTERM', 'SIGHUP']) process.once(name, () => reject(new Interrupted(`stopped by ${name}`)));
    asking.on('close', () => resolve(''));
    asking.question(question, resolve);
  }).finally(() => asking.close());
}
