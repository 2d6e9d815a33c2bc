/** Whether something succeeded, as a word. */
import { Badge } from './badge.tsx';

export const Outcome = ({ successful }: { successful?: boolean }) =>
  successful === undefined ? null : (
    <Badge tone={successful ? 'good' : 'bad'}>{successful ? 'successful' : 'failed'}</Badge>
  );
