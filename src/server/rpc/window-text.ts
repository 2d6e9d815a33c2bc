/** The window of ledgers, as answers tell it. */
import type { Window } from '../../history/window.ts';
import type { AnswerWriter } from './writer.ts';

/** Writes the window as members, without braces; `name` is what the times are called, and they are numbers or texts. */
export function writeWindow(
  w: AnswerWriter,
  { first, last, firstCloseTime, lastCloseTime }: Window,
  name: 'CloseTime' | 'CloseTimestamp',
  isText = false,
): void {
  const quote = isText ? '"' : '';
  w.ascii(`"latestLedger":${last},"latestLedger${name}":${quote}${lastCloseTime}${quote}`);
  w.ascii(`,"oldestLedger":${first},"oldestLedger${name}":${quote}${firstCloseTime}${quote}`);
}
