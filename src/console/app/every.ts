/** Loads again and again while the page is in view. */
import { useEffect } from 'preact/hooks';

/** Calls back after each interval while the page is visible; by default every two seconds. */
export function useEvery(reload: () => void, milliseconds = 2000): void {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), milliseconds);
    return () => clearInterval(timer);
  }, [reload]);
}
