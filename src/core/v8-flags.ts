/** Imported for its effect, before the decoder is compiled, by programs that decode much. */
import { setFlagsFromString } from 'node:v8';

// The walkers and writers are many small functions: V8's default of 920 bytes of inlined code leaves calls between them
// (decoding pubnet-p26 was 10% faster with 3000, 183 to 201 MB/s; 6000 brought no more).
setFlagsFromString('--max-inlined-bytecode-size-cumulative=3000');
