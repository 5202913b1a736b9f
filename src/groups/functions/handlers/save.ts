import { isDots } from '../../../credentials/lost-secret.ts';
import { envPlace } from '../../../credentials/places.ts';
import {
  isPlanned,
  planOf,
  requireFiring,
  type Scheduled,
} from '../../../ground/schedules/plan.ts';
import type { Context } from '../../../operations/operation.ts';
import { requireRights } from '../../../operations/rights.ts';
import { checkCode, type Runtime } from '../../../tools/functions/code.ts';
import { checkSqlCode } from '../../sql/index.ts';

/** The fields of a function that Node has to look at. */
interface Fields {
  code?: string;
  runtime?: string;
  env?: Record<string, string | null>;
  trigger_type?: string;
}

/** POST /v1/functions: compiles the code, seals env and plans the first firing before the database is called. */
export async function prepareFunction(context: Context, args: Fields): Promise<object> {
  const { runtime = 'javascript', code = '' } = args;
  await requireRights(context);
  await check(context, runtime as Runtime, code);
  return prepared(context, args);
}

/** PATCH /v1/functions/:function_id */
export async function prepareChange(
  context: Context,
  args: Fields & { function_id: string },
): Promise<object> {
  const { function_id, code } = args;
  type Stored = Required<Fields> & Scheduled & { updated_at: string };
  const before = await context.ask<Stored>('function_get', { function_id });
  if (code !== undefined) await check(context, before.runtime as Runtime, code);
  return prepared(context, args, before);
}

/** @throws 400 for code that cannot be run */
const check = ({ services, caller }: Context, runtime: Runtime, code: string) =>
  runtime === 'sql'
    ? checkSqlCode(code)
    : checkCode(services.sandbox, caller.tenant, runtime, code);

/** The arguments, with what is made of them. */
function prepared(
  { services: { box }, caller: { tenant } }: Context,
  args: Fields,
  before?: Fields & Scheduled & { updated_at: string },
) {
  const { env = {}, ...rest } = args;
  const plan = planOf(before, args, new Date());
  const type = rest.trigger_type ?? before?.trigger_type;
  if (type === 'schedule') requireFiring(plan);
  // Where a schedule is involved, the plan holds only for the record as it was read.
  const isScheduled = [type, before?.trigger_type].includes('schedule');
  const isBound = rest.trigger_type !== undefined || (isScheduled && isPlanned(args));
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
      ...(before && isBound ? { basis: before.updated_at } : {}),
    },
  };
}
