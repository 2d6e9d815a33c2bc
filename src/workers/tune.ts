/** Imported for its effect, before the decoder is compiled, by programs that decode much. */
import { setFlagsFromString } from 'node:v8';

// The walkers and writers are many small functions: V8's default of 920 bytes of inlined code leaves calls between them
// (decode 10% faster on pubnet ledgers, see bench/decode.ts).
setFlagsFromString('--max-inlined-bytecode-size-cumulative=3000');
