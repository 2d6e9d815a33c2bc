import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as library from '../src/index.ts';
import { temporaryFolder } from './folder.ts';

const root = join(import.meta.dirname, '..');
const readText = (name: string) => readFileSync(join(root, name), 'utf8');

interface Package {
  engines: Record<string, string>;
  files: string[];
  exports: Record<string, Record<string, string>>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional?: boolean }>;
}

/** A step of a workflow. */
interface Step {
  run?: string;
}

const description = JSON.parse(readText('package.json')) as Package;
const { dependencies, devDependencies, peerDependencies } = description;

describe('package', () => {
  it('depends on these packages and no others', () => {
    expect(Object.keys(dependencies)).toEqual([
      '@duckdb/node-api',
      '@duckdb/node-bindings',
      '@observablehq/plot',
      'apache-arrow',
      'cli-progress',
      'commander',
      'farmhash-modern',
      'fastify',
      'pg',
      'piscina',
      'prom-client',
      'smol-toml',
      'string-width',
      'typebox',
      'yaml',
    ]);
  });

  it('leaves out what only some stores and consumers need', () => {
    const names = [
      '@aws-sdk/client-s3',
      '@google-cloud/pubsub',
      '@google-cloud/storage',
      '@modelcontextprotocol/sdk',
      '@redis/client',
      'google-auth-library',
    ];
    expect(peerDependencies).toEqual(Object.fromEntries(names.map((name) => [name, `^${devDependencies[name]}`])));
    for (const name of names) expect(description.peerDependenciesMeta[name]).toEqual({ optional: true });
  });

  it('pins exact versions', () => {
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it('has the same versions in its lock file', () => {
    const lock = JSON.parse(readText('package-lock.json')) as { packages: Record<string, Partial<Package>> };
    expect(lock.packages['']).toMatchObject({ dependencies, devDependencies, peerDependencies });
  });

  it('publishes what is built, the views, the sample, and the pages', () => {
    expect(description.files).toEqual(['dist', 'sql', 'data', 'bench/README.md', 'src/**/README.md', '.github/*.md']);
    expect(description.exports).toEqual({
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './client': { types: './dist/client/client.d.ts', default: './dist/client/client.js' },
    });
  });

  it('links from its pages to files that it holds', () => {
    const paths = [...description.files.map((path) => `:(glob)${path}`), 'README.md', 'LICENSE'];
    const published = execFileSync('git', ['ls-files', ...paths], { cwd: root, encoding: 'utf8' });
    const files = published.trim().split('\n');
    const isHeld = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`));
    const lost = files.flatMap((page) => {
      const links = page.endsWith('.md') ? [...readText(page).matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)] : [];
      return links.map(([, link]) => `${page}: ${link}`).filter((_, i) => !isHeld(join(dirname(page), links[i][1])));
    });
    expect(files).toContain('src/lake/README.md');
    expect(lost).toEqual([]);
  });

  it('is published with the repository that publishes it', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), readText('package.json'));
    const { jobs } = parse(readText('.github/workflows/publish.yml')) as { jobs: { publish: { steps: Step[] } } };
    const runs = jobs.publish.steps.map(({ run = '' }) => run);
    const named = runs.findIndex((run) => run.startsWith('npm pkg set'));
    expect(named).toBeLessThan(runs.findIndex((run) => run.startsWith('npm publish')));
    const env = { ...process.env, GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'us/ledgerlake' };
    execFileSync('bash', ['-c', runs[named]], { cwd: folder, env });
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toEqual({
      ...description,
      repository: { type: 'git', url: 'git+https://git.example/us/ledgerlake.git' },
      homepage: 'https://git.example/us/ledgerlake#readme',
      bugs: { url: 'https://git.example/us/ledgerlake/issues' },
    });
  });

  it('needs the first Node that has zstd', () => {
    expect(description.engines).toEqual({ node: '>=22.15' });
  });

  it('exports these names', () => {
    expect(Object.keys(library).sort()).toEqual([
      'DecodeError',
      'LakeError',
      'LedgerlakeError',
      'PipelineError',
      'QueryError',
      'SpecError',
      'StoreError',
      'UsageError',
      'VerifyError',
      'accessFlags',
      'addressSchemes',
      'attachParts',
      'check',
      'checkLake',
      'compactLake',
      'completeSql',
      'costOf',
      'costOfPlan',
      'createNetwork',
      'decodeFile',
      'decodeJson',
      'decodeOptions',
      'decodeTables',
      'describeLake',
      'describeRelations',
      'duckdbViews',
      'engineViews',
      'engines',
      'estimateCost',
      'exitCode',
      'exportTable',
      'followStore',
      'formats',
      'indexLedgers',
      'ingestState',
      'inspectStore',
      'knownRelations',
      'knownStores',
      'lakeAround',
      'listChecks',
      'loadStore',
      'mirrorStore',
      'networkOf',
      'networkOfArchive',
      'open',
      'openPipelineSource',
      'openStore',
      'parseRange',
      'parseShard',
      'passphraseOf',
      'passphrases',
      'pipelineComponents',
      'plainError',
      'planLoad',
      'planMirror',
      'planPipeline',
      'planShards',
      'priceOf',
      'publishLake',
      'queryText',
      'readLedgers',
      'rebuiltText',
      'redact',
      'refreshLake',
      'repairLake',
      'restoreError',
      'runPipeline',
      'shardRanges',
      'simulateLive',
      'simulateStore',
      'splitStatements',
      'startScrub',
      'startWorkers',
      'tableNamed',
      'tables',
      'untilBegun',
      'unverifiable',
      'validatePipeline',
      'verifyLake',
      'viewComments',
      'writeQuery',
      'writeViewDatabase',
    ]);
  });

  it('gives a reason for each dependency in CONTRIBUTING', () => {
    const section = /^## Dependencies\n([^]*)/m.exec(readText('.github/CONTRIBUTING.md'))![1];
    const named = [...section.matchAll(/^\|([^|]*)\|[^|]*\w[^|]*\|$/gm)].flatMap(([, names]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    expect(named.sort()).toEqual([...Object.keys(dependencies), ...Object.keys(peerDependencies)].sort());
  });
});
