/** Which part of a load this process is to do: said by a person, or by the scheduler that started it. */
import { UsageError } from '../core/errors.ts';

/** One of several parts of a load. */
export interface Shard {
  /** From 1. */
  index: number;
  /** Number of parts, 1 or more. */
  count: number;
}

/** Variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

const FORMS = 'I/N, such as 3/8, auto, or auto/N where the scheduler does not say how many there are';

/**
 * Returns the part that `I/N` names, the first being 1; for `auto` the one that the scheduler's variables name, and for `auto/N`
 * that of `N` parts. Throws UsageError for a number outside, and when the variables say none or other than `N` parts.
 */
export function parseShard(text: string, variables: Variables = {}): Shard {
  const [, index, count] = /^(\d{1,9}|auto)(?:\/(\d{1,9}))?$/.exec(text) ?? [];
  const asked = count === undefined ? undefined : Number(count);
  if (index === 'auto') return checkShard(shardOf(variables, asked), `--shard ${text}`);
  if (index === undefined || asked === undefined) throw new UsageError(`--shard is "${text}", expected ${FORMS}`);
  return checkShard({ index: Number(index), count: asked }, `--shard ${text}`);
}

/** Returns the part; throws UsageError when it is none of so many. `what` is what a person calls it. */
export function checkShard({ index, count }: Shard, what = `shard ${index}/${count}`): Shard {
  if (!Number.isInteger(count) || count < 1)
    throw new UsageError(`${what}: there are ${count} parts, expected 1 or more`);
  if (Number.isInteger(index) && index >= 1 && index <= count) return { index, count };
  throw new UsageError(`${what}: part ${index} is outside 1 to ${count}`);
}

/** What a scheduler says of a task: its place from 0, and of how many, if it says that. */
interface Task {
  place: number;
  count?: number;
}

/** A scheduler, and where it says it. */
interface Scheduler {
  name: string;
  /** The variable that only its tasks have. */
  key: string;
  read: (value: (name: string) => number | undefined) => Task;
}

/** Places count from 0 but for Slurm's, which begin and step as its user says. */
const schedulers: readonly Scheduler[] = [
  // sbatch(1), "OUTPUT ENVIRONMENT VARIABLES".
  { name: 'Slurm', key: 'SLURM_ARRAY_TASK_ID', read: slurmTask },
  // AWS Batch User Guide, "AWS Batch job environment variables".
  {
    name: 'AWS Batch',
    key: 'AWS_BATCH_JOB_ARRAY_INDEX',
    read: (value) => ({ place: value('AWS_BATCH_JOB_ARRAY_INDEX') ?? NaN, count: value('AWS_BATCH_JOB_ARRAY_SIZE') }),
  },
  // TaskGroup of Google's Batch API: "0 through BATCH_TASK_COUNT - 1".
  {
    name: 'Google Batch',
    key: 'BATCH_TASK_INDEX',
    read: (value) => ({ place: value('BATCH_TASK_INDEX') ?? NaN, count: value('BATCH_TASK_COUNT') }),
  },
  // Kubernetes, "Jobs", completion mode Indexed: 0 to .spec.completions - 1, which no variable says.
  {
    name: 'Kubernetes',
    key: 'JOB_COMPLETION_INDEX',
    read: (value) => ({ place: value('JOB_COMPLETION_INDEX') ?? NaN }),
  },
];

/** The number of one list or of a single task that is submitted again says nothing of its place among all. */
function slurmTask(value: (name: string) => number | undefined): Task {
  const of = (name: string) => value(`SLURM_ARRAY_TASK_${name}`);
  const [id = NaN, count = NaN, step = 1] = ['ID', 'COUNT', 'STEP'].map(of);
  // Slurm says where an array begins; what hands on the number and the count alone counts from 0, as the others do.
  const min = of('MIN') ?? 0;
  const max = of('MAX') ?? min + (count - 1) * step;
  const place = (id - min) / step;
  if (Number.isInteger(place) && Math.floor((max - min) / step) + 1 === count) return { place, count };
  throw new UsageError(
    `--shard auto: task ${id} of Slurm's array of ${count} from ${min} to ${max} by ${step} has no place in it; ` +
      'submit a whole range such as --array=1-8, or give --shard I/N',
  );
}

function shardOf(variables: Variables, asked: number | undefined): Shard {
  const scheduler = schedulers.find(({ key }) => variables[key] !== undefined && variables[key] !== '');
  if (!scheduler) {
    const keys = schedulers.map(({ name, key }) => `${name}'s ${key}`);
    throw new UsageError(`--shard auto: no scheduler sets the number of this part; expected one of ${keys.join(', ')}`);
  }
  const { name, read } = scheduler;
  const { place, count } = read((variable) => numberIn(variables, variable));
  if (count !== undefined && asked !== undefined && count !== asked) {
    throw new UsageError(`--shard auto/${asked}: ${name} runs ${count} tasks, not ${asked}; give --shard I/${asked}`);
  }
  const parts = asked ?? count;
  if (parts !== undefined) return { index: place + 1, count: parts };
  throw new UsageError(`--shard auto: ${name} does not say how many tasks there are; give --shard auto/N`);
}

function numberIn(variables: Variables, name: string): number | undefined {
  const text = variables[name];
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--shard auto: ${name} is "${text}", expected a whole number`);
}
