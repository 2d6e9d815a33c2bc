/** Whether PostgreSQL lets a consumer in, and nothing else: no table is made, no checkpoint touched. */
import { errorCode } from '../../../core/system-errors.ts';
import { PipelineError } from '../../../core/errors.ts';
import type { Consumer } from '../../component.ts';
import { connect } from './connection.ts';
import { unreachable } from './faults.ts';
import { postgresSettings } from './settings.ts';

/** In seconds: somebody waits for the answer. */
const MOST_SECONDS = 5;

/** Connects and goes. Throws PipelineError. */
export const checkPostgres: NonNullable<Consumer['check']> = async (id, config, fileAt) => {
  const settings = settingsOf(id, config, fileAt);
  try {
    const connection = await connect(settings, 'ledgerlake/check');
    await connection.end();
  } catch (error) {
    throw unreachable(id, settings, error);
  }
};

function settingsOf(...[id, config, fileAt]: Parameters<typeof checkPostgres>) {
  try {
    const settings = postgresSettings(config, fileAt);
    return { ...settings, connectTimeout: Math.min(settings.connectTimeout, MOST_SECONDS) };
  } catch (error) {
    if (errorCode(error) !== undefined || !(error instanceof Error)) throw error;
    throw new PipelineError(`${id}: ${error.message}`, { code: 'sink_unreachable', component: id });
  }
}
