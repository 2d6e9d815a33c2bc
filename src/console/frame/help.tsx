/** The help: keys, and where to read more. */
import { Dialog } from './dialog.tsx';
import { mainPages } from './pages.ts';
import { server } from '../app/server.ts';

export function Help({ onClose }: { onClose(): void }) {
  const keys: [string, string][] = [
    ['/', 'go to the search box'],
    ...mainPages.map(({ letter, title }): [string, string] => [`g ${letter}`, `open ${title}`]),
    ['?', 'open this help'],
    ['Esc', 'close a dialog'],
  ];
  return (
    <Dialog title="Help" onClose={onClose}>
      <dl class="keys">
        {keys.flatMap(([key, meaning]) => [
          <dt>
            {key.split(' ').map((part) => (
              <kbd>{part}</kbd>
            ))}
          </dt>,
          <dd>{meaning}</dd>,
        ])}
      </dl>
      <p class="faint">
        ledgerlake {server.version}. This console asks only this server. “Show the call” in a panel prints the request
        behind it.
      </p>
    </Dialog>
  );
}
