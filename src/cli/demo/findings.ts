/** All that the demo finds out about a lake. */
import { LakeError } from '../../core/errors.ts';
import { checkLake, type CheckReport, type LakeHandle, type LoadReport, type Row } from '../../index.ts';
import { askQuestion, drawnRows, type DemoAnswer } from './question.ts';
import { questions } from './questions.ts';

export interface DemoFindings {
  network: string;
  /** The only row of `sql/demo/overview.sql`. */
  overview: Row;
  /** The rows of `sql/demo/activity.sql`. */
  activity: Row[];
  checks: CheckReport[];
  answers: DemoAnswer[];
  /** What the load did, where the demo loaded. */
  load?: LoadReport;
}

/** Asks a lake all that the demo shows; throws LakeError for one that holds no ledger. */
export async function findOut(lake: LakeHandle, load?: LoadReport): Promise<DemoFindings> {
  if ((await lake.lake.loaded()).length === 0) throw new LakeError('the lake is empty: load ledgers first');
  const [overview] = await drawnRows(lake, 'overview');
  const activity = await drawnRows(lake, 'activity');
  const checks = await checkLake(lake.lake);
  const answers: DemoAnswer[] = [];
  for (const question of questions) answers.push(await askQuestion(lake, question));
  return { network: lake.lake.network, overview, activity, checks, answers, ...(load && { load }) };
}
