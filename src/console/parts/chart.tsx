/** A chart of Observable Plot. The library is loaded apart. */
import type { PlotOptions } from '@observablehq/plot';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Failure } from './states.tsx';

/** An axis of times, on a clock of 24 hours as elsewhere. */
export const UTC = { label: null, tickFormat: '%H:%M:%S\n%d %b UTC' } as const;

type Plot = typeof import('@observablehq/plot');

/** Loads the library of charts. */
export const plotLibrary = (): Promise<Plot> => import('@observablehq/plot');

interface ChartProps {
  /** What the chart shows, in words: the label of the image. */
  label: string;
  /** Height in pixels, which the place of the chart has from the start. */
  height?: number;
  /** Returns the options of the plot; width, height and styles are set here. */
  options(plot: Plot): PlotOptions;
  /** The chart is drawn again when one of these changes. */
  needs: readonly unknown[];
}

/** Draws a chart as wide as its place, and again when that or the theme changes. */
export function Chart({ label, height = 240, options, needs }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState<unknown>();
  useEffect(() => {
    let isGone = false;
    let width = 0;
    const draw = async () => {
      const plot = await plotLibrary();
      const node = place.current;
      if (isGone || !node || node.clientWidth === 0) return;
      width = node.clientWidth;
      const drawn = plot.plot({ marginRight: 36, ...options(plot), width, height });
      // The page allows no inline styles: `chart.css` has the rules of these elements.
      for (const style of drawn.querySelectorAll('style')) style.remove();
      // The label of the place says what it shows; names of single marks say nothing.
      drawn.setAttribute('aria-hidden', 'true');
      node.replaceChildren(drawn);
      setFault(undefined);
    };
    const tryDraw = () => void draw().catch(setFault);
    const observer = new ResizeObserver(() => place.current?.clientWidth !== width && tryDraw());
    observer.observe(place.current!);
    tryDraw();
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, needs);
  return (
    <>
      <div ref={place} class="chart" role="img" aria-label={label} style={{ height: `${height}px` }} />
      {fault !== undefined && <Failure error={fault} />}
    </>
  );
}
