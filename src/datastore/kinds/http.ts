/** Plain HTTPS mirrors of stores. */
import { UsageError } from '../../core/errors.ts';
import { defineKind } from '../kind.ts';
import { redact } from '../transfer/redact.ts';
import { anonymous } from './params.ts';

export const http = defineKind({
  type: 'HTTP',
  name: 'http',
  schemes: ['https', 'http'],
  form: 'https://HOST/PATH',
  where: {
    key: 'base_url',
    type: 'url',
    about: 'the address below which the objects are',
    ofAddress: (address) => address,
    check(url, shown, forms) {
      if (URL.canParse(url) && new URL(url).hostname !== '') return;
      throw new UsageError(`${redact(shown)} is not a web address; ${forms}`);
    },
  },
  params: {
    timeout: { type: 'wait', about: 'abort an attempt after this time without data', policy: 'timeoutMs' },
    headers: { type: 'headers', prefix: 'header_', about: 'sent with every request; _ in the name stands for -' },
    anonymous: { ...anonymous, notInFile: true },
  },
  async open(url, { headers }) {
    const { httpBucket } = await import('../clients/http.ts');
    return httpBucket({ url, headers });
  },
});
