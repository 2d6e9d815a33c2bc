/** Loading of what a part shows: states, cancelling, retries. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { isKeyError, lacksKey, onReload, setKey } from './server.ts';

/** What is loaded, or why not. While it loads again, `value` is the earlier one. */
export interface Loaded<T> {
  value?: T;
  error?: unknown;
  isLoading: boolean;
  /** Loads again. */
  reload(): void;
}

/** Loads when the part appears and when one of `needs` changes; a new load cancels the earlier one. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, needs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: unknown; isLoading: boolean; needs: readonly unknown[] }>({
    isLoading: true,
    needs,
  });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  useEffect(() => onReload(reload), []);
  useEffect(() => {
    const controller = new AbortController();
    const isSame = (was: readonly unknown[]) => was.every((need, i) => need === needs[i]);
    setState((was) => ({ ...(isSame(was.needs) && { value: was.value }), isLoading: true, needs }));
    // A part without a key waits for it: its request would fail.
    if (lacksKey()) return;
    load(controller.signal).then(
      (value) => controller.signal.aborted || setState({ value, isLoading: false, needs }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (isKeyError(error)) setKey(undefined);
        else setState((was) => ({ ...was, error, isLoading: false }));
      },
    );
    return () => controller.abort();
  }, [...needs, round]);
  return { ...state, reload };
}
