import { describe, expect, it } from 'vitest';
import { clickhouse } from '../../../src/lake/engines/clickhouse.ts';
import { spark } from '../../../src/lake/engines/spark.ts';
import { told } from '../engines.ts';

describe.each(Object.entries({ clickhouse, spark }))('%s', (_, dialect) => {
  it('says true and false as such, and no rows of none', async () => {
    const { said, left } = await told(dialect, 'select id from silver.rows where false');
    expect(said).toMatch(/WHERE CAST\('f' AS \w+(\(\w+\))?\)$/);
    expect(left.filter(({ relation }) => relation.startsWith('silver.asked'))).toEqual([]);
  });
});
