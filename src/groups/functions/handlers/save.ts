import { isDots } from '../../../credentials/lost-secret.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { checkCode, type Runtime } from '../../../sandbox/code.ts';
import { envPlace } from '../../../sandbox/run-function.ts';
import { planOf, requireFiring, type Scheduled } from '../../../schedules/plan.ts';
import { checkSqlCode } from '../../sql/index.ts';

/** The fields of a function that Node has to look at. */
interface Fields {
  code?: string;
  runtime?: string;
  env?: Record<string, string | null>;
  trigger_type?: string;
}

/** POST /v1/functions: compiles the code, seals env and plans the first firing before the database is called. */
export async function createFunction(call: HandlerCall<Fields>): Promise<string> {
  const { runtime = 'javascript', code = '' } = call.args;
  await check(call, runtime as Runtime, code);
  return call.run('function_create', prepared(call));
}

/** PATCH /v1/functions/:function_id */
export async function updateFunction(
  call: HandlerCall<Fields & { function_id: string }>,
): Promise<string> {
  const { function_id, code } = call.args;
  const before = await call.ask<Required<Fields> & Scheduled>('function_get', { function_id });
  if (code !== undefined) await check(call, before.runtime as Runtime, code);
  return call.run('function_update', prepared(call, before));
}

/** @throws 400 for code that cannot be run */
const check = ({ services, caller }: HandlerCall<Fields>, runtime: Runtime, code: string) =>
  runtime === 'sql'
    ? checkSqlCode(code)
    : checkCode(services.sandbox, caller.tenant, runtime, code);

/** The arguments, with what is made of them. */
function prepared(
  { args, services: { box }, caller: { tenant } }: HandlerCall<Fields>,
  before?: Fields & Scheduled,
) {
  const { env = {}, ...rest } = args;
  const plan = planOf(before, args, new Date());
  if ((rest.trigger_type ?? before?.trigger_type) === 'schedule') requireFiring(plan);
  const values = Object.entries(env).filter(([, value]) => value !== null && !isDots(value));
  const gone = Object.entries(env).filter(([, value]) => value === null);
  const seal = ([name, value]: [string, string | null]) =>
    [name, box.seal(tenant, envPlace, value as string)] as const;
  return {
    ...rest,
    env: Object.fromEntries(gone),
    made: {
      env: Object.fromEntries(values.map(seal)),
      has_env: 'env' in args,
      plan,
    },
  };
}
