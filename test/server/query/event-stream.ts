/** A client of server-sent events, for tests. */

/** A message of server-sent events. */
export interface Message {
  id: string;
  data?: Record<string, unknown>;
  event?: string;
}

/** Reads messages until `isEnough`; then the client goes. Returns those with data, and the last id. */
export async function messagesOf(
  url: string,
  isEnough: (got: Message[], last: Message) => boolean,
  after?: string,
  own: Record<string, string> = {},
) {
  const gone = new AbortController();
  const headers = { ...own, ...(after !== undefined && { 'Last-Event-ID': after }) };
  const answer = await fetch(url, { signal: gone.signal, headers });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  const got: Message[] = [];
  let rest = '';
  let last = after ?? '';
  for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = messageOf(block);
      if (message.id !== '') last = message.id;
      if (message.data) got.push(message);
      if (!isEnough(got, message)) continue;
      gone.abort();
      return { got, last };
    }
  }
  return { got, last };
}

function messageOf(block: string): Message {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return {
    id: fields['id'] ?? '',
    ...(fields['data'] !== undefined && { data: JSON.parse(fields['data']) as Record<string, unknown> }),
    ...(fields['event'] !== undefined && { event: fields['event'] }),
  };
}
