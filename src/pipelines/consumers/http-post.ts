/** Records as signed requests to a webhook. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { SECRET_PATTERN } from './http/messages.ts';
import { openHttpPost } from './http/sink.ts';
import { local } from './local-config.ts';

export const httpPost: Consumer = {
  kind: 'consumer',
  id: 'http_post',
  name: 'Webhook',
  description: 'Records as signed HTTP requests to a webhook, in the order of ledgers.',
  origin: 'local',
  isRemote: true,
  writes: 'any',
  delivery: 'key',
  open: openHttpPost,
  config: local({
    url: Type.String({ pattern: '^https?://', description: 'Where to send, https or http.', 'x-url': true }),
    secret: Type.String({
      pattern: SECRET_PATTERN,
      description: 'Signs requests: whsec_ and 24 to 64 random bytes in base64.',
      'x-sensitive': true,
    }),
    timeout: withDefault(
      Type.Integer({ minimum: 1, maximum: 300, description: 'Time limit of a request, in seconds.' }),
      15,
    ),
    retry_for: withDefault(Type.Integer({ minimum: 0, description: 'Time limit of retries, in seconds.' }), 300),
  }),
  example: '- type: http_post\n  config: {url: "https://example.com/hook", secret: "${secret:webhook}"}\n',
};
