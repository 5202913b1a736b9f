import type { ParsedFunction } from './functions.ts';
import type { Known } from './known.ts';

/** What a function must not do, so that it runs on one PostgreSQL and on a cluster of Citus alike. */
export interface Rule {
  /** Ends the sentence "no function …". */
  name: string;
  /** The places where a function does it; empty when it is as it should be. */
  find(fn: ParsedFunction, known: Known): string[];
}

/** Tables that every node of a cluster has whole. */
export const directories = ['plans', 'tenant_slugs', 'tenant_hosts', 'email_tenants', 'workers'];

export const isModification = (kind: string) => kind === 'UpdateStmt' || kind === 'DeleteStmt';
