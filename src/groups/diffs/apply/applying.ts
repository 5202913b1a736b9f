import type { TaskDeps, TaskRun } from '../../../tools/lanes/tasks.ts';

/** A change as worker.diff_changes_take answers it. */
export interface Taken {
  n: number;
  section: string;
  kind: string;
  type: string | null;
  key: string;
  action: 'create' | 'update' | 'delete';
  target_id: string | null;
  source_id: string | null;
  basis: string | null;
  wanted: { body: Record<string, unknown>; parent?: string } | null;
  /** Of the wanted values as the database stores them, which may be a tenth of them. */
  bytes: number | null;
  /** By whom it was written, where it is restored. */
  origin: { authors?: object[] } | null;
  /** Of the last application, its id in `by`. */
  outcome: { by: string; did?: 'create' | 'update' | 'delete' } | null;
}

/** The result of a change. */
export type Outcome = { n: number } & (
  | {
      did: 'create' | 'update' | 'delete' | 'restore' | 'unchanged';
      /** How many secrets it left out. */
      secrets?: number;
    }
  | { reason: string; message?: string; fields?: string[] }
);

export interface Applying {
  deps: TaskDeps;
  run: TaskRun;
  onConflict: 'fail' | 'keep' | 'overwrite';
  ignored: ReadonlySet<string>;
  /** Goes with each event. */
  meta: { restore_id: string; quiet?: boolean };
  /** Only says what would happen. */
  isDry: boolean;
  from: Source;
}

/** Where the records are that a restore brings. */
export interface Source {
  /** The tenant that a snapshot was loaded into. */
  source?: string | undefined;
  /** Where bytes of its files were put that the tenant does not have, by their checksums. */
  bytes?: Record<string, { key: string; size: number }> | undefined;
}
