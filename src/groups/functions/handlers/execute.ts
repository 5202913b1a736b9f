import { ApiError } from '../../../ground/errors.ts';
import { type AnyAnswer, makeAnswer, openAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { actingDoor } from '../../../operations/run.ts';
import type { Step } from '../../../operations/transaction.ts';
import { limits } from '../../../sandbox/protocol.ts';
import { sendData } from '../../../tools/answers/envelope.ts';
import {
  failed,
  type LogLine,
  type OpenFunction,
  runFunction,
} from '../../../tools/functions/run-function.ts';
import { askSql } from '../../sql/index.ts';

interface Asked {
  function_id: string;
  input?: Record<string, unknown>;
  async?: boolean;
}

interface Begun {
  run_id: string;
  status: string;
}

/** The answer of api.function_open. */
interface Opened {
  function: OpenFunction;
  /** Why it is not run: one of its authors may no longer act. */
  problem: string | null;
}

/** The source of an answer: a run that has just ended, or its record. */
interface Ended {
  status: string;
  output: unknown;
  error: string | null;
  logs: LogLine[];
  duration_ms: number | null;
}

/**
 * POST /v1/functions/:function_id/execute: the run is recorded, done in the sandbox, and recorded again. With an
 * Idempotency-Key it is the record that is made once: a repetition answers what came of it.
 */
export async function executeFunction(call: HandlerCall<Asked>): Promise<AnyAnswer | undefined> {
  const { args, run, services, caller, ctx } = call;
  const isAsync = args.async === true;
  if (JSON.stringify(args.input ?? {}).length > limits.text)
    throw ApiError.invalid('input', 'too_long', 'must not be larger than 1 MB');
  if (!isAsync)
    return services.functionTurns.take(() => begin(call), {
      tenant: caller.tenant,
      signal: ctx.signal,
    });
  const { headers, data } = openAnswer(await run('function_execute', args));
  sendData(call.res, 202, { headers: { ...headers, ...ctx.headers }, data }, ctx);
  return undefined;
}

async function begin(call: HandlerCall<Asked>): Promise<AnyAnswer> {
  const answer = await call.run('function_execute', call.args);
  const { headers, data } = openAnswer(answer);
  // Only running the code tells its answer.
  if (call.change?.dry_run) return answer;
  const { run_id }: Begun = JSON.parse(data);
  if (headers['Idempotent-Replayed'])
    return makeAnswer(headers, JSON.stringify(await ended(call, run_id)));
  const { headers: finished, outcome } = await runNow(call, run_id);
  return makeAnswer(finished, JSON.stringify(answerOf(run_id, outcome)));
}

async function runNow(call: HandlerCall<Asked>, run_id: string) {
  const { args, run, ask, services, caller, ctx } = call;
  const { function_id } = args;
  const opened = await ask<Opened>('function_open', { function_id, run_id });
  const act = async (step: Step) => {
    const acting = { as: { function_id, run_id }, step };
    const { data } = await ask<{ data: unknown }>('act', acting);
    services.wakeups.ring(caller.tenant);
    return data;
  };
  const outcome = opened.problem
    ? failed(opened.problem)
    : await runFunction(
        { ...services, operations: services, findRoute: call.findRoute },
        {
          tenant: caller.tenant,
          function: opened.function,
          input: args.input,
          trigger: { type: 'http' },
          depth: ctx.causationDepth + 1,
          root: ctx.root,
          db: (request, signal) => askSql(actingDoor({ services, caller, signal }, act), request),
          fetching: () => ask('function_fetch', { function_id, run_id }),
          act,
        },
      );
  const { headers } = openAnswer(await run('function_finish', { run_id, outcome }, {}));
  return { headers, outcome };
}

/** The result of a run that was asked for before. */
async function ended({ args, ask }: HandlerCall<Asked>, run_id: string): Promise<object> {
  const { function_id } = args;
  const { lines, ...record } = await ask<Ended & { lines: LogLine[] }>('function_log_get', {
    function_id,
    function_run_id: run_id,
  });
  if (record.status === 'running')
    throw new ApiError(
      'IDEMPOTENCY_IN_PROGRESS',
      'The function is still running. Repeat the request in a moment.',
      { retry_after: 1 },
    );
  return answerOf(run_id, { ...record, logs: lines });
}

/** @throws what the failure of a function is answered with */
function answerOf(run_id: string, { status, output, error, logs, duration_ms }: Ended): object {
  if (status === 'succeeded') return { output, run_id, status, duration_ms, logs };
  const details = { run_id, duration_ms, logs };
  const message = error ?? 'The function failed.';
  // Changes that it made before the timeout stay.
  if (status === 'timeout') throw new ApiError('FUNCTION_TIMEOUT', message, { details }).inDoubt();
  throw new ApiError('FUNCTION_ERROR', message, { details });
}
