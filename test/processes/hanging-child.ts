/** A child that says that it has begun a call, and never ends it. */
import { serveCalls } from '../../src/processes/serve-calls.ts';

serveCalls(async (_, { send }) => {
  await send(new Uint8Array(1));
  for (;;);
});
