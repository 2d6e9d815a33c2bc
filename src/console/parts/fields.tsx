/** Named values, one a line, and figures that one reads at a glance. */
import type { ComponentChildren } from 'preact';

/** A name and its value; without value it is left out. */
export type Field = readonly [name: string, value: ComponentChildren | undefined];

const isGiven = ([, value]: Field) => value !== undefined && value !== null && value !== false;

export function Fields({ of: fields }: { of: readonly Field[] }) {
  return (
    <dl class="fields">
      {fields.filter(isGiven).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Figures({ of: fields }: { of: readonly Field[] }) {
  return (
    <dl class="figures">
      {fields.filter(isGiven).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns a part of one as a percentage; undefined where it is unknown. */
export const percent = (share: number | null | undefined): string | undefined =>
  share === undefined || share === null || Number.isNaN(share) ? undefined : `${(share * 100).toFixed(1)} %`;
