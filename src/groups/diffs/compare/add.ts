import type { Change } from './parts.ts';

/** Adds changes, as values or as their JSON. @throws when the comparison was cancelled or begun by another worker */
export interface Add {
  (changes: Array<Change | string>, looked: number): Promise<void>;
  /** There are as many changes as are kept. */
  isFull: boolean;
}
