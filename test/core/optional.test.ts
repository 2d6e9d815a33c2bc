import { expect, it } from 'vitest';
import { optional } from '../../src/core/optional.ts';

const missing = 'ledgerlake-package-that-is-nowhere';

it('names what to install when a package is not there', async () => {
  const found = optional('buckets on S3', ['@aws-sdk/client-s3'], () => import(/* @vite-ignore */ missing));
  await expect(found).rejects.toMatchObject({
    name: 'UsageError',
    message: 'buckets on S3 need a package that is not installed: npm install @aws-sdk/client-s3',
  });
});

it('gives what is there, and any other error as it is', async () => {
  expect(await optional('paths', ['node:path'], () => import('node:path'))).toHaveProperty('join');
  const fault = new Error('broken');
  await expect(optional('paths', ['node:path'], () => Promise.reject(fault))).rejects.toBe(fault);
});
