/** Topics of contract events. */
import { Decoded } from './value.tsx';

/** Topics of an event, one after the other. */
export function Topics({ of: topics = [] }: { of?: readonly unknown[] }) {
  return (
    <>
      {topics.map((topic, i) => (
        <>
          {i > 0 && ' · '}
          <Decoded of={topic} />
        </>
      ))}
    </>
  );
}
