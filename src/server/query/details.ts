/** Details of operations: amounts with seven places, numbers that a double would round as texts . */
import { exact, type Json, type JsonSource } from './json.ts';

const AMOUNT =
  /^(amount|starting_balance|source_amount|source_max|destination_min|limit|shares|shares_received)$|_amount$/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const IDS = /(asset_id|offer_id|muxed_id)$/;

/** Returns the details of an operation from their JSON text; what is null is left out. */
export function readDetails(text: string): Json {
  const revive = (key: string, value: Json, context?: JsonSource): Json | undefined => {
    const source = typeof value === 'number' ? context?.source : typeof value === 'string' ? value : undefined;
    if (value === null) return undefined;
    if (source !== undefined && AMOUNT.test(key) && NUMBER.test(source)) return sevenPlaces(source);
    if (typeof value !== 'number') return value;
    return IDS.test(key) ? (source ?? String(value)) : exact(value, context);
  };
  return JSON.parse(text, revive) as Json;
}

function sevenPlaces(number: string): string {
  const [whole = '', places = ''] = number.split('.');
  return `${whole}.${places.padEnd(7, '0').slice(0, 7)}`;
}
