import type { TargetScript } from '../../snapshot/child-messages.ts';
import type { Activation } from '../../snapshot/staging.ts';

/** The task of a child that makes a tenant: a restore, a copy, or a verification. */
export interface RestoreGiven {
  /** For what it is loaded: the id of its record. */
  reason: string;
  tenant: string;
  /** Bytes of files, and the journal. */
  files: boolean;
  journal: boolean;
  /** Its rows are only compared: nothing is made of them. */
  isPart?: boolean | undefined;
  /** It is compared with a living tenant, and dropped: it takes no addresses, so that ids are those of the snapshot. */
  isCompared?: boolean | undefined;
  /** The living tenant that it is compared with: those who were erased there do not come back with it. */
  into?: string | undefined;
  /** Puts stand-ins for what it holds of people. */
  isMasked?: boolean | undefined;
  /** Left out: it is loaded, and nothing is opened; the worker drops it. */
  opened?: {
    as: Omit<Activation, 'region' | 'restore' | 'sandbox' | 'meta'>;
    /** The record that is completed in the same transaction, if it has one. */
    record?: { restore: string } | { sandbox: string };
  };
}

/** Has a child load a snapshot into a tenant: see openRestoreTarget. */
export const restoreTarget = (given: RestoreGiven): TargetScript => ({
  module: new URL('./restore-target.ts', import.meta.url).href,
  name: 'openRestoreTarget',
  given,
});
