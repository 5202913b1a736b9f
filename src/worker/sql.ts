import type pg from 'pg';
import { ask, askAgain } from '../db/ask.ts';
import { TenantLogins } from '../db/tenant-logins.ts';
import type { AskSql, SqlRequest } from '../sandbox/ask-sql.ts';

interface WorkerSqlDeps {
  /** As insula_worker. */
  pool: pg.Pool;
  workerUrl: string;
  encryptionKey: Buffer;
  askSql: AskSql;
}

/** SQL that functions and scheduled jobs ask in the worker, each as the principal that it runs as. */
export class WorkerSql {
  private readonly deps: WorkerSqlDeps;
  private readonly logins: TenantLogins;

  constructor(deps: WorkerSqlDeps) {
    const { pool, workerUrl, encryptionKey } = deps;
    this.deps = deps;
    this.logins = new TenantLogins(workerUrl, encryptionKey, (tenant, verifier) =>
      ask(pool, 'select worker.sql_login($1, $2) as answer', [tenant, verifier]),
    );
  }

  /** @returns the data of POST /v1/sql as JSON text */
  ask(
    tenant: string,
    principal: object,
    request: SqlRequest,
    signal?: AbortSignal,
  ): Promise<string> {
    const { pool, askSql } = this.deps;
    const act = async (step: object) => {
      const { data } = await askAgain<{ data: unknown }>(
        pool,
        'select worker.act($1, $2, $3) as answer',
        [tenant, principal, step],
      );
      return data;
    };
    // There are no logins on a cluster: worker.sql_login refuses.
    return askSql({ tenant, logins: this.logins, isCluster: false, act, signal }, request);
  }

  close(): Promise<void> {
    return this.logins.close();
  }
}
