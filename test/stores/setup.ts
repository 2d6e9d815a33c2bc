/** Says before the suite runs which servers it has not, so that skipped tests are no surprise. */
export default function setup(): void {
  const missing = ['LEDGERLAKE_GCS', 'LEDGERLAKE_S3', 'LEDGERLAKE_PUBSUB'].filter((name) => !process.env[name]);
  if (missing.length === 0) return;
  console.warn(
    `stores: ${missing.join(', ')} not set, so the tests on real servers are SKIPPED and counted as such; ` +
      '".ci/servers npm run test:stores" builds the servers with Go and runs them',
  );
}
