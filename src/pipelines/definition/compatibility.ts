/** Which consumers read the records of which processors, and which processors read those of others. */
import type { Consumer, Processor } from '../component.ts';
import type { ComponentAt } from './components.ts';
import { below, type Findings } from '../yaml/findings.ts';

/**
 * Reports consumers without records, filters without input, unread processors. Skips what an unknown component may cause.
 */
export function checkCompatibility(
  processors: readonly (ComponentAt<Processor> | undefined)[],
  consumers: readonly (ComponentAt<Consumer> | undefined)[],
  findings: Findings,
): void {
  const named = processors.filter((entry) => entry !== undefined);
  const readers = consumers.filter((entry) => entry !== undefined);
  const known = named.flatMap(({ component }) => component ?? []);
  const areAllKnown = known.length === processors.length;
  const idle = named.filter(
    ({ component }) => component?.filters && !known.some(({ id }) => component.filters?.includes(id)),
  );
  for (const { path, typeAt, component } of idle) {
    const what = `${component?.id} lets through records of ${component?.filters?.join(' or ')}, and there are none`;
    if (areAllKnown) findings.error('incompatible_component', below(path, 'type'), what, { at: typeAt });
  }
  if (areAllKnown && known.length > 0 && idle.length === 0) checkConsumersRead(known, readers, findings);
  const areReadersKnown = consumers.length > 0 && consumers.every((entry) => entry?.component);
  if (areAllKnown && areReadersKnown) warnOfUnused(named, readers, findings);
}

function checkConsumersRead(
  known: readonly Processor[],
  consumers: readonly ComponentAt<Consumer>[],
  findings: Findings,
): void {
  for (const { path, typeAt, component } of consumers) {
    if (!component || known.some((processor) => writesOf(component, processor))) continue;
    const allowed = component.writes === 'any' ? [] : component.writes;
    const what = `${component.id} writes records of ${allowed.join(' or ')}, and there are none`;
    findings.error('incompatible_component', below(path, 'type'), what, { at: typeAt, allowed });
  }
}

/** Whether a consumer writes what a processor makes. */
export function writesOf({ writes }: Consumer, { id, filters }: Processor): boolean {
  return writes === 'any' ? !filters : writes.includes(id);
}

function warnOfUnused(
  processors: readonly ComponentAt<Processor>[],
  consumers: readonly ComponentAt<Consumer>[],
  findings: Findings,
): void {
  const known = processors.flatMap(({ component }) => component ?? []);
  for (const { path, at, component } of processors) {
    if (!component || component.filters) continue;
    const isWritten = consumers.some((consumer) => consumer.component && writesOf(consumer.component, component));
    if (isWritten || known.some(({ reads }) => reads === component.id)) continue;
    findings.warn('unused_processor', path, `nothing reads the records of ${component.id}`, { at });
  }
}
