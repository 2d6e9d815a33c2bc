/** Requests as lines for a shell. */

interface CurlOptions {
  method?: string;
  /** What is sent: a text as it is, anything else as JSON. */
  body?: unknown;
  needsKey?: boolean;
}

/** Returns a line for a shell that sends a request. */
export function curlLine(url: string, { method = 'GET', body, needsKey = false }: CurlOptions = {}): string {
  const key = needsKey ? " -H 'Authorization: Api-Key KEY'" : '';
  const sent =
    body === undefined ? '' : typeof body === 'string' ? asText(body) : ` --json ${quoted(JSON.stringify(body))}`;
  const verb = method === 'GET' || (method === 'POST' && sent !== '') ? '' : ` -X ${method}`;
  return `curl${verb}${key}${sent} ${quoted(url)}`;
}

const asText = (body: string) => ` --data-binary ${quoted(body)}`;

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
