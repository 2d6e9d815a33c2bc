/** Named values, one a line, and figures that one reads at a glance. */
import type { ComponentChildren } from 'preact';

/** A name and its value; without value it is left out. */
export type Field = readonly [name: string, value: ComponentChildren | undefined];

const isGiven = ([, value]: Field) => value !== undefined && value !== null && value !== false;

const listOf =
  (name: string) =>
  ({ of: fields }: { of: readonly Field[] }) => (
    <dl class={name}>
      {fields.filter(isGiven).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );

export const Fields = listOf('fields');
export const Figures = listOf('figures');

/** Returns a part of one as a percentage; undefined where it is unknown. */
export const percent = (share: number | null | undefined): string | undefined =>
  share === undefined || share === null || Number.isNaN(share) ? undefined : `${(share * 100).toFixed(1)} %`;
