/** Keys: `/` goes to the search box, `g` and a letter to a page, `?` opens the help. */
import { useLayoutEffect } from 'preact/hooks';
import { mainPages } from './pages.ts';
import { go, href } from '../app/router.ts';

interface KeyboardOptions {
  search: { current: HTMLInputElement | null };
  onHelp(): void;
}

/** Listens to keys outside of fields. */
export function useKeyboard({ search, onHelp }: KeyboardOptions): void {
  useLayoutEffect(() => {
    let isAfterG = false;
    const take = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event)) return;
      const page = isAfterG ? mainPages.find(({ letter }) => letter === event.key) : undefined;
      isAfterG = event.key === 'g';
      if (page) go(href(page.path));
      else if (event.key === '/') search.current?.focus();
      else if (event.key === '?') onHelp();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', take);
    return () => removeEventListener('keydown', take);
  }, []);
}

/** The editor lies in a shadow tree: the path of the event names what has the focus. */
function isField(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
