import type pg from 'pg';
import { ask, askAgain } from '../../db/ask.ts';
import { tracing } from '../../ground/tracing/tracing.ts';
import { actingAs } from '../../operations/acting.ts';
import type { OperationServices } from '../../operations/operation.ts';
import type { FindRoute, Step } from '../../operations/transaction.ts';
import type { Ended, Work } from '../../pulse/lane.ts';
import type { Wakeups } from '../../pulse/wakeups.ts';
import { functionTurns } from './places.ts';
import { failed, type OpenFunction, type RunDeps, runFunction } from './run-function.ts';
import type { FunctionOutcome, FunctionRequest, FunctionRunner } from './runner.ts';
import type { WorkerSql } from './worker-sql.ts';

export interface WorkerFunctionsDeps {
  /** As insula_worker. */
  pool: pg.Pool;
  wakeups: Wakeups;
  findRoute: FindRoute;
  sql: WorkerSql;
  services: OperationServices;
}

/** The answer of worker.function_begin. */
interface Begun {
  function: OpenFunction;
  input: unknown;
  trigger: Record<string, unknown>;
  principal: Record<string, unknown> | null;
  /** Why there is no one to act as. */
  problem: string | null;
  causation_depth: number;
}

/** The answer of worker.function_start. */
interface Started {
  run_id?: string;
  problem?: string | null;
  function?: OpenFunction;
  /** Its principal: with no more rights than its authors. */
  principal?: Record<string, unknown>;
}

type Caused = Pick<
  FunctionRequest,
  'tenant' | 'input' | 'trigger' | 'principal' | 'causationDepth' | 'isMuted'
>;

/** Functions as the worker runs them: what is queued, and what automations and scheduled jobs ask for. */
export class WorkerFunctions implements FunctionRunner {
  private readonly deps: WorkerFunctionsDeps;
  private readonly parts: RunDeps;
  /** Of all lanes together. */
  private readonly turns = functionTurns();

  constructor(deps: WorkerFunctionsDeps) {
    const { services, findRoute } = deps;
    this.deps = deps;
    this.parts = { ...services, operations: services, findRoute };
  }

  async run(request: FunctionRequest): Promise<FunctionOutcome> {
    const { tenant, functionId, input, trigger, principal, causationDepth } = request;
    const { pool, wakeups } = this.deps;
    const started = await ask<Started>(
      pool,
      'select worker.function_start($1, $2, $3, $4, $5, $6) as answer',
      [tenant, functionId, JSON.stringify(input ?? {}), trigger, principal, causationDepth],
    );
    const { run_id = '', problem, function: one, principal: limited } = started;
    if (problem || !one || !limited) {
      const status = run_id ? 'skipped' : 'failed';
      return { run_id, status, output: null, error: problem ?? '', duration_ms: 0 };
    }
    const outcome = await this.execute(one, { ...request, principal: limited });
    await ask(pool, 'select worker.function_stop($1, $2, $3) as answer', [tenant, run_id, outcome]);
    wakeups.ring(tenant);
    const { status, output, error, duration_ms } = outcome;
    return { run_id, status, output, error, duration_ms };
  }

  /** One attempt of a queued run. */
  async runQueued({ tenant_id: tenant, id, attempts, is_muted: isMuted }: Work): Promise<Ended> {
    const { pool, wakeups } = this.deps;
    const begun = await ask<Begun | null>(
      pool,
      'select worker.function_begin($1, $2, $3) as answer',
      [tenant, id, attempts],
    );
    if (!begun) return undefined;
    const { function: one, input, trigger, principal, causation_depth: causationDepth } = begun;
    const outcome = principal
      ? await this.execute(one, {
          tenant,
          input,
          trigger,
          principal,
          causationDepth,
          isMuted,
        })
      : failed(begun.problem ?? 'There is no one to act as.');
    await ask(pool, 'select worker.function_end($1, $2, $3, $4) as answer', [
      tenant,
      id,
      attempts,
      outcome,
    ]);
    wakeups.ring(tenant);
    return outcome.status === 'succeeded' ? undefined : 'failed';
  }

  async close(): Promise<void> {
    await this.parts.sandbox.close();
  }

  private execute(one: OpenFunction, request: Caused) {
    return this.turns.take(() => this.runNow(one, request), { tenant: request.tenant });
  }

  private runNow(one: OpenFunction, request: Caused) {
    const { tenant, input, trigger, principal, causationDepth, isMuted } = request;
    const depth = causationDepth + 1;
    tracing()?.causedBy(String(principal.root));
    const { pool } = this.deps;
    const who = { ...principal, causation_depth: depth, by: { type: 'function', id: one.id } };
    const act = actingAs(pool, tenant, who);
    return runFunction(isMuted ? mutedParts(this.parts) : this.parts, {
      tenant,
      function: one,
      input,
      trigger,
      depth,
      root: String(principal.root),
      db: (request, signal) => this.deps.sql.ask(tenant, who, request, signal),
      fetching: () =>
        askAgain(pool, 'select worker.function_fetch($1, $2) as answer', [tenant, who]),
      act: async (step: Step) => {
        const data = await act(step);
        this.deps.wakeups.ring(tenant);
        return data;
      },
    });
  }
}

/** The parts of a function of which nothing may leave, neither by itself nor by the operations that it calls. */
function mutedParts(parts: RunDeps): RunDeps {
  const outbound = parts.outbound.muted();
  return { ...parts, outbound, operations: { ...parts.operations, outbound } };
}
