/** `npm run demo`. */
import './start-up.ts';

const { showDemo } = await import('./show-demo.ts');
await showDemo();
