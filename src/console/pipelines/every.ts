/** Loads again and again while the page is in view. */
import { useEffect } from 'preact/hooks';

const EVERY_MS = 2000;

/** Calls back every two seconds while the page is visible. */
export function useEvery(reload: () => void): void {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
}
