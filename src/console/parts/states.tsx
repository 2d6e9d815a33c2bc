/** What a part shows without content: loading, an error, or nothing. Each keeps the room of the content. */
import type { ComponentChildren } from 'preact';
import type { Loaded } from '../app/load.ts';
import { lacksKey } from '../app/server.ts';

/** Grey lines in the place of what is loaded. */
export const Loading = ({ lines = 3 }: { lines?: number }) => (
  <div class="loading" role="status" aria-label="Loading">
    {Array.from({ length: lines }, (_, i) => (
      <i key={i} />
    ))}
  </div>
);

/** An error in the words of the server. */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => (
  <div class="failure" role="alert">
    <p>{errorText(error)}</p>
    {onRetry && <button onClick={onRetry}>Try again</button>}
  </div>
);

/** Says that there is nothing, and why. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** Returns the words of an error; of a server that does not answer, it says so. */
export function errorText(error: unknown): string {
  if (error instanceof TypeError && /fetch|network/i.test(error.message))
    return 'The server does not answer. Is it still running?';
  return error instanceof Error ? error.message : String(error);
}

interface ContentProps<T> {
  of: Loaded<T>;
  /** Lines that the content takes, at least. */
  lines?: number;
  children: (value: T) => ComponentChildren;
}

/** Shows what is loaded, or the state of the load. An earlier value stays in view while a new one loads. */
export function Content<T>({ of: { value, error, isLoading, reload }, lines, children }: ContentProps<T>) {
  if (error !== undefined && !isLoading) return <Failure error={error} onRetry={reload} />;
  if (value === undefined) return lacksKey() ? <Empty>Waiting for the API key.</Empty> : <Loading lines={lines} />;
  return <div aria-busy={isLoading}>{children(value)}</div>;
}
