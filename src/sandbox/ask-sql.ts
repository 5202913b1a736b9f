import type { TenantLogins } from '../db/tenant-logins.ts';
import type { Step } from '../http/transaction.ts';
import type { Services } from '../operations/services.ts';

/** How code of a tenant asks in SQL: as a principal, with what `act` lets that principal do. */
export interface SqlAsker {
  tenant: string;
  logins: TenantLogins;
  /** Tenants live on several machines, where SQL is not offered. */
  isCluster: boolean;
  /** Does a step as the principal; answers its data. */
  act(step: Step): Promise<unknown>;
  /** Ends the statement: the code that asked is out of time. */
  signal?: AbortSignal | undefined;
}

/** A statement with its parameters, as code gives them: not checked yet. */
export interface SqlRequest {
  sql?: unknown;
  params?: unknown;
}

/**
 * Asks in SQL as POST /v1/sql does, with its walls, bounds and entry in the audit log; needs the scope sql.
 * @returns its data as JSON text, up to 1 MB
 */
export type AskSql = (asker: SqlAsker, request: SqlRequest) => Promise<string>;

/** Asks for a request; `act` names the principal. */
export const askerOf = (
  { tenantLogins: logins, gateway: { isCluster } }: Pick<Services, 'tenantLogins' | 'gateway'>,
  tenant: string,
  act: SqlAsker['act'],
  signal?: AbortSignal,
): SqlAsker => ({ tenant, logins, isCluster, act, signal });

/** Aborts when the code that asked is out of time. @param deadline by performance.now() */
export const untilDeadline = (deadline: number): AbortSignal =>
  AbortSignal.timeout(Math.max(0, Math.ceil(deadline - performance.now())));
