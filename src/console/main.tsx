/** The entry of the console. */
import { render } from 'preact';
import { App } from './app/app.tsx';

render(<App />, document.querySelector('#app')!);
