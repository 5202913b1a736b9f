import type pg from 'pg';
import { actingAs } from '../../operations/acting.ts';
import type { OperationServices } from '../../operations/operation.ts';
import type { Route } from '../../operations/route.ts';
import { actingDoor, runForCode } from '../../operations/run.ts';
import type { FindRoute } from '../../operations/transaction.ts';
import type { SqlRequest } from './ask-sql.ts';

/** SQL that functions and scheduled jobs ask in the worker, each as the principal that it runs as. */
export class WorkerSql {
  private readonly pool: pg.Pool;
  private readonly services: OperationServices;
  private readonly route: Route;

  /** @param pool as insula_worker */
  constructor(pool: pg.Pool, services: OperationServices, findRoute: FindRoute) {
    this.pool = pool;
    this.services = services;
    this.route = findRoute('POST', '/v1/sql').route;
  }

  /** @returns the data of POST /v1/sql as JSON text */
  ask(
    tenant: string,
    principal: object,
    request: SqlRequest,
    signal?: AbortSignal,
  ): Promise<string> {
    const parts = { services: this.services, caller: { tenant }, signal };
    const door = actingDoor(parts, actingAs(this.pool, tenant, principal));
    return runForCode(door, this.route, request);
  }
}
