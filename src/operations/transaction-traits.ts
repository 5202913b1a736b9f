import type { Kind } from '../db/time-limits.ts';

/** The traits of a transaction, besides its steps. */
export interface TransactionTraits {
  /** Patient as soon as one step is. */
  kind: Kind;
  /** How long its steps may take together, in milliseconds. */
  limitMs: number;
  /** True if any step has a secret. */
  hasSecret: boolean;
  /** The steps that Node has work to do for: see src/operations/steps.ts. */
  works: Work[];
}

/** A step that has `before` or `after`, and where its route is. */
export interface Work {
  index: number;
  id?: string | undefined;
  method: string;
  path: string;
}
