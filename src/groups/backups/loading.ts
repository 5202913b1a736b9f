import { newId } from '../../db/new-id.ts';
import { dropStaging } from '../../snapshot/staging.ts';
import type { Task, TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import { type Going, isFinal, messageOf, type Note, type Work, whileGoing } from './work.ts';

/** The part that the records of all work share which makes a tenant. */
export interface Loaded extends Work {
  /** The tenant that an attempt before this one has begun to load. */
  target_tenant_id: string | null;
  /** The work of one unit, where it is known before. */
  size_bytes?: number | null;
}

export interface Loading<L extends Loaded> {
  deps: TaskDeps;
  run: TaskRun;
  note: Note<L>;
  record: L;
  /** The id of the tenant that is loaded. */
  tenant: string;
}

/**
 * Makes a tenant. Safe to kill: the tenant comes into being, and the record is completed, in one transaction; before that there
 * is a staging, which is dropped by whatever comes next.
 * @param idOf the id that it gets, if not a new one
 */
export const loadingTask =
  <L extends Loaded>(
    deps: TaskDeps,
    noteOf: (run: TaskRun) => Note<L>,
    load: (loading: Loading<L>, going: Going) => Promise<void>,
    idOf: (record: L) => string | null = () => null,
  ): Task =>
  async (run) => {
    const note = noteOf(run);
    const record = await note({ status: 'running' });
    if (!record) return;
    const drop = (id: string) =>
      dropStaging({ pool: run.pool, storage: deps.storage }, id, run.signal, run.subject);
    if (record.target_tenant_id !== null) await drop(record.target_tenant_id);
    const tenant = idOf(record) ?? newId('ten');
    // Written down first: what is left of it by a crash is found by its id.
    if (!(await note({ target_tenant: tenant }))) return;
    const { size_bytes: size } = record;
    const known = size === undefined || size === null ? {} : { unit: 'bytes', total: size };
    const isTold = (progress: object) => note({ ...progress, ...known });
    try {
      await whileGoing(run, isTold, (going) => load({ deps, run, note, record, tenant }, going));
      // Where it is not completed, it was cancelled.
      await drop(tenant);
    } catch (error) {
      if (run.signal.aborted) throw error;
      await drop(tenant);
      if (!isFinal(error, record)) throw error;
      await note({ status: 'failed', target_tenant: null, error: messageOf(error) });
    }
  };
