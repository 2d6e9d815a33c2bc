/** Arms and members of protocols that are not read yet. `npm run schema:check FILE PROTOCOL` writes this file. */
import type { Announced } from './overlay.ts';

export const announced: readonly Announced[] = [];
