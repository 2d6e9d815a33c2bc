/** Asks for the API key where the server needs one. */
import { useEffect, useState } from 'preact/hooks';
import { lacksKey, onReload, setKey } from '../app/server.ts';

export function KeyDialog() {
  const [isOpen, setOpen] = useState(lacksKey());
  const [wasRefused, setRefused] = useState(false);
  useEffect(
    () =>
      onReload(() => {
        setOpen(lacksKey());
        setRefused(lacksKey());
      }),
    [],
  );
  if (!isOpen) return null;
  const submit = (event: Event) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement).get('key');
    if (typeof given === 'string' && given.trim() !== '') setKey(given.trim());
  };
  return (
    <form class="key" aria-label="API key" onSubmit={submit}>
      <label>
        {wasRefused ? 'The server refused this key. Another API key' : 'This server needs an API key'}
        <input name="key" type="password" autocomplete="off" required autofocus />
      </label>
      <button>Use the key</button>
      <small>
        The page keeps it in memory until it is closed or loaded again. <code>ledgerlake keys create NAME</code> makes
        one.
      </small>
    </form>
  );
}
