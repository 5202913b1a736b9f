import type { HandlerCall } from '../../../http/handler.ts';
import { checkCode, type Runtime } from '../../../sandbox/code.ts';
import { envPlace } from '../../../sandbox/run-function.ts';
import { nextFiring } from '../../../schedules/cron.ts';

/** The fields of a function that Node has to look at. */
interface Fields {
  code?: string;
  runtime?: Runtime;
  env?: Record<string, string | null>;
  cron_expression?: string | null;
  run_at?: string | null;
  timezone?: string;
}

/** As app.function_json shows a value of env. */
const mask = /^•+$/;

/** POST /v1/functions: the code is compiled, env sealed, and its first firing calculated before the database is called. */
export async function createFunction(call: HandlerCall): Promise<string> {
  const { runtime = 'javascript', code = '' } = call.args as Fields;
  await checkCode(call.services.sandbox, call.caller.tenant, runtime, code);
  return call.run('function_create', prepared(call, call.args));
}

/** PATCH /v1/functions/:function_id */
export async function updateFunction(call: HandlerCall): Promise<string> {
  const { function_id, ...fields } = call.args as Fields & { function_id?: string };
  const before: Required<Fields> = JSON.parse(await call.run('function_get', { function_id }));
  if (fields.code !== undefined)
    await checkCode(call.services.sandbox, call.caller.tenant, before.runtime, fields.code);
  const isMoved = 'cron_expression' in fields || 'run_at' in fields;
  const when = isMoved ? { timezone: before.timezone, ...fields } : { ...before, ...fields };
  return call.run('function_update', prepared(call, when));
}

/** The arguments, with what is made of them: `made`, and names that tell one request with secrets from another. */
function prepared({ args, services: { box }, caller: { tenant } }: HandlerCall, when: Fields) {
  const { env = {}, ...rest } = args as Fields;
  const values = Object.entries(env).filter(([, value]) => value !== null && !mask.test(value));
  const gone = Object.entries(env).filter(([, value]) => value === null);
  const seal = ([name, value]: [string, string | null]) =>
    [name, box.seal(tenant, envPlace, value as string)] as const;
  const mac = ([name, value]: [string, string | null]) =>
    [name, box.mac(tenant, envPlace, value as string)] as const;
  return {
    ...rest,
    env: Object.fromEntries(gone),
    macs: values.map(mac),
    made: {
      env: Object.fromEntries(values.map(seal)),
      has_env: 'env' in args,
      next_run_at: nextRun(when),
    },
  };
}

function nextRun({ cron_expression: cron, run_at, timezone = 'UTC' }: Fields): string | null {
  if (cron) return nextFiring(cron, timezone, new Date()).toISOString();
  return run_at && Date.parse(run_at) > Date.now() ? run_at : null;
}
