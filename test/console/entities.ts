/** What tests of the pages of entities share: addresses of the sample, and waiting for what a page loads. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Rows of a list of the REST API. */
export type Rows = { data: Record<string, unknown>[] };

/** Returns a function that asks the REST API of a server. */
export function apiOf(url: (path: string) => string, { network = 'local', headers = {} } = {}) {
  return async (path: string): Promise<Rows> => {
    const answer = await fetch(url(`/lake/v1/${network}/api/v1/${path}`), { headers });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Rows;
  };
}

/** Returns the first value of a column. */
export const firstOf = ({ data }: Rows, column: string): string => String(data[0][column]);

/** Waits until no part of the page loads, and each chart is drawn. */
export async function waitForContent(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(IS_LOADED), { timeout: 120_000 }).toBe(true);
}

const IS_LOADED = `document.querySelector('.panel') !== null
  && document.querySelector('.loading, [aria-busy=true]') === null
  && [...document.querySelectorAll('.chart')].every((chart) => chart.querySelector('svg'))`;
