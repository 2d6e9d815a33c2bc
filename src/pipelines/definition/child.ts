/** The process that reads large definitions. */
import { serveCalls } from '../../processes/serve-calls.ts';
import type { ReadCall, PlainValidation } from './apart.ts';
import { validate } from './validate.ts';

function read({ yaml, known }: ReadCall): PlainValidation {
  const knows = ({ name, isSecret }: { name: string; isSecret: boolean }) =>
    known.has(JSON.stringify([name, isSecret]));
  const { sound, ...found } = validate(yaml, { knows });
  return {
    ...found,
    sound: sound.map(({ component, ...rest }) => ({
      ...rest,
      component: component && { kind: component.kind, id: component.id },
    })),
  };
}

serveCalls((payload) => Promise.resolve(read(payload as ReadCall)));
