/** A titled part of a page, with what it rests on and the call behind it. */
import type { ComponentChildren } from 'preact';
import { CoverageBadge, type Coverage } from './badge.tsx';

interface PanelProps {
  title: string;
  meta?: Coverage;
  /** Shown below: usually a `CallShown`. */
  foot?: ComponentChildren;
  children: ComponentChildren;
}

export const Panel = ({ title, meta, foot, children }: PanelProps) => (
  <section class="panel" aria-label={title}>
    <header>
      <h2>{title}</h2>
      <CoverageBadge meta={meta} />
    </header>
    {children}
    {foot}
  </section>
);
