import type { Box } from '../../credentials/box.ts';
import { envPlace } from '../../credentials/places.ts';
import { toApiError } from '../../db/errors.ts';
import { ApiError } from '../../ground/errors.ts';
import { parseJsonText } from '../../ground/shapes/json-body.ts';
import type { Causes } from '../../operations/causation.ts';
import type { OperationServices } from '../../operations/operation.ts';
import type { FindRoute, Step } from '../../operations/transaction.ts';
import type { Outbound } from '../../outbound/safe-fetch.ts';
import type { LogLevel } from '../../sandbox/protocol.ts';
import type { Sandbox, SandboxOutcome } from '../../sandbox/sandbox.ts';
import { type SqlRequest, untilDeadline } from './ask-sql.ts';
import { type Runtime, sourceOf } from './code.ts';
import { hostCalls } from './host-calls.ts';

export interface RunDeps {
  sandbox: Sandbox;
  box: Box;
  outbound: Outbound;
  findRoute: FindRoute;
  /** The services of the operations that ctx.api calls. */
  operations: OperationServices;
  causes: Causes;
}

/** A function as app.function_open shows it. */
export interface OpenFunction {
  id: string;
  name: string;
  version: number;
  runtime: Runtime;
  code: string;
  env: Record<string, string>;
  allowed_hosts: string[];
  timeout_ms: number;
  memory_mb: number;
  caller: object;
}

export interface Run {
  tenant: string;
  function: OpenFunction;
  input: unknown;
  trigger: object;
  /** Of what the function causes: one more than of what has caused it. */
  depth: number;
  /** Where the chain began. */
  root: string;
  /** Does a step as who has called the function; answers its data. */
  act(step: Step): Promise<unknown>;
  /** Asks in SQL as who has called the function; answers the data of POST /v1/sql as JSON text. */
  db(request: SqlRequest, signal: AbortSignal): Promise<string>;
  /** Counts a call of ctx.fetch. @throws 429 beyond the budget of what has led to it */
  fetching(): Promise<unknown>;
}

export interface LogLine {
  level: LogLevel;
  message: string;
  at: string;
}

/** The result of a run, as app.function_run_end takes it. */
export interface RunOutcome {
  status: SandboxOutcome['status'];
  output: unknown;
  error: string | null;
  logs: LogLine[];
  duration_ms: number;
}

/** The outcome of a run that ended before it began. */
export const failed = (error: string): RunOutcome => ({
  status: 'failed',
  output: null,
  error,
  logs: [],
  duration_ms: 0,
});

/** Runs a function once, in the sandbox. Its errors are an outcome, never thrown. */
export async function runFunction(deps: RunDeps, run: Run): Promise<RunOutcome> {
  const { code, runtime, timeout_ms: timeoutMs, memory_mb: memoryMb } = run.function;
  const started = performance.now();
  const logs: LogLine[] = [];
  const end = (outcome: Pick<RunOutcome, 'status' | 'output' | 'error'>): RunOutcome => ({
    ...outcome,
    logs,
    duration_ms: Math.round(performance.now() - started),
  });
  if (runtime === 'sql') return end(await runStatement(run, started));
  let context: string;
  try {
    context = contextOf(deps.box, run);
  } catch {
    return end({
      status: 'failed',
      output: null,
      error:
        'A value of its env was lost with the ENCRYPTION_KEY of the server: send it again in `env`.',
    });
  }
  const outcome = await deps.sandbox.run({
    code: sourceOf(runtime, code),
    input: JSON.stringify(run.input ?? {}),
    context,
    timeoutMs,
    memoryMb,
    call: hostCalls({
      ...deps,
      tenant: run.tenant,
      act: run.act,
      db: run.db,
      fetching: run.fetching,
      allowedHosts: run.function.allowed_hosts,
      depth: run.depth,
      root: run.root,
      deadline: started + timeoutMs,
    }),
    log: (level, text) =>
      void logs.push({ level, message: keepable(text), at: new Date().toISOString() }),
  });
  if (outcome.status !== 'succeeded')
    return end({ status: outcome.status, output: null, error: keepable(outcome.error) });
  try {
    return end({ status: 'succeeded', output: parseJsonText(outcome.output), error: null });
  } catch (error) {
    const why = error instanceof ApiError ? error.message : 'it is not valid JSON';
    return end({ status: 'failed', output: null, error: `The output cannot be stored. ${why}` });
  }
}

/** A function of the runtime sql: its code is one statement, and its input holds the parameters. */
async function runStatement(
  { db, input, function: { code, timeout_ms: timeoutMs } }: Run,
  started: number,
): Promise<Pick<RunOutcome, 'status' | 'output' | 'error'>> {
  const signal = untilDeadline(started + timeoutMs);
  try {
    const text = await db({ sql: code, params: parametersOf(code, input) }, signal);
    return { status: 'succeeded', output: parseJsonText(text), error: null };
  } catch (error) {
    const { code: reason, message } = toApiError(error);
    return signal.aborted
      ? { status: 'timeout', output: null, error: `It took longer than ${timeoutMs} ms.` }
      : { status: 'failed', output: null, error: keepable(`${reason}: ${message}`) };
  }
}

/** `params` of the input; without a list there, the whole input is `$1` of a statement that has one. */
const parametersOf = (code: string, input: unknown): unknown =>
  (input as { params?: unknown } | null)?.params ?? (code.includes('$1') ? [input ?? {}] : []);

/** The data of `ctx` besides its functions. */
function contextOf(box: Box, { tenant, function: one, trigger }: Run): string {
  const env = Object.entries(one.env).map(([name, sealed]) => [
    name,
    box.open(tenant, envPlace, sealed),
  ]);
  return JSON.stringify({
    env: Object.fromEntries(env),
    trigger,
    caller: one.caller,
    function: { id: one.id, name: one.name, version: one.version },
  });
}

const keepable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
