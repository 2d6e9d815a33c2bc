/** Imported first by the library for its effect: an old Node is named before a module asks it for what it lacks. */
import { nodeFault } from './node-version.ts';

if (nodeFault !== undefined) throw new Error(nodeFault);
