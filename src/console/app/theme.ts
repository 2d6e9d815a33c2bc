/** The theme: that of the system, unless this browser has another. */
const STORED = 'ledgerlake-theme';

/** The theme in use. */
export type Theme = 'dark' | 'light';

const system = matchMedia('(prefers-color-scheme: dark)');

/** Returns the theme in use. */
export function theme(): Theme {
  const stored = localStorage.getItem(STORED);
  if (stored === 'dark' || stored === 'light') return stored;
  return system.matches ? 'dark' : 'light';
}

/** Shows the theme in use, and follows the system while no other is chosen. */
export function showTheme(): void {
  document.documentElement.dataset['theme'] = theme();
  // The class that Swagger UI looks for.
  document.documentElement.classList.toggle('dark-mode', theme() === 'dark');
}

/** Changes to the other theme and keeps it in this browser. */
export function switchTheme(): void {
  localStorage.setItem(STORED, theme() === 'dark' ? 'light' : 'dark');
  showTheme();
  dispatchEvent(new Event('ledgerlake:theme'));
}

system.addEventListener('change', showTheme);
