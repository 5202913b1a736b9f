import type { ParsedFunction } from './functions.ts';
import type { Known } from './known.ts';

/** A prohibition for functions, so that they run on one PostgreSQL and on a Citus cluster alike. */
export interface Rule {
  /** Ends the sentence "no function …". */
  name: string;
  /** The places where a function does it; empty when it is as it should be. */
  find(fn: ParsedFunction, known: Known): string[];
}

/**
 * Tables that every node of a cluster has whole, and that are written for a tenant or by the worker. (The slugs are the
 * platform's, whose policy knows no tenant; plans are the owner's.)
 */
export const directories = [
  'tenant_hosts',
  'email_tenants',
  'worker_processes',
  'worker_rounds',
  'workers',
];

export const isModification = (kind: string) => kind === 'UpdateStmt' || kind === 'DeleteStmt';
