import { ApiError } from '../../../ground/errors.ts';
import type { Ask } from '../../../operations/handler.ts';
import type { OperationServices } from '../../../operations/operation.ts';
import { actingDoor } from '../../../operations/run.ts';
import { askSql } from '../../sql/index.ts';
import type { Finished, Part } from '../shared.ts';
import { type Held, placeOf, Shown } from '../shown.ts';
import { figuresOf } from '../sql-figures.ts';

/** The caller that asks for parts, and its means. */
export interface PartsAsker {
  services: OperationServices;
  caller: { tenant: string };
  ask: Ask;
  ctx: { signal?: AbortSignal | undefined };
}

const shownToAll = new Shown();

/** The parts of a dashboard that are known already, for the function that answers its parts. */
export const known = (
  tenant: string,
  dashboard: string,
  fresh = false,
  shown: Shown = shownToAll,
): Held => (fresh ? { keys: {}, data: new Map() } : shown.of(`${tenant}/${dashboard}`));

/**
 * Makes what is shown of what the database answered: with what is held under the keys, and statements asked.
 * @param whose the share token of the dashboard, where it is looked at by one: see api.act
 * @param shown where answers are kept for others
 */
export async function finish(
  call: PartsAsker,
  dashboard: string,
  parts: Part[],
  held: Held,
  whose: object,
  shown: Shown = shownToAll,
): Promise<Finished[]> {
  const place = `${call.caller.tenant}/${dashboard}`;
  const finished: Finished[] = [];
  // One after the other: a page of statements is one caller's turn at the logins, not ten.
  for (const { id, key, data, error, sql } of parts) {
    const kept = held.data.get(placeOf(id, key));
    if (error) finished.push({ id, error });
    else if (sql === undefined && data === undefined)
      finished.push({ id, data: JSON.parse(kept ?? 'null') });
    else {
      const made = data === undefined ? await askFor(call, id, sql ?? '', whose) : { id, data };
      if ('data' in made) shown.keep(place, placeOf(id, key), JSON.stringify(made.data));
      finished.push(made);
    }
  }
  return finished;
}

async function askFor(
  { services, caller, ask, ctx }: PartsAsker,
  widget_id: string,
  sql: string,
  whose: object,
): Promise<Finished> {
  const act = async (step: object) =>
    (await ask<{ data: unknown }>('act', { as: { ...whose, widget_id }, step })).data;
  const door = actingDoor({ services, caller, signal: ctx.signal }, act);
  try {
    return { id: widget_id, data: figuresOf(JSON.parse(await askSql(door, { sql }))) };
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status >= 500) throw thrown;
    return { id: widget_id, error: { code: thrown.code, message: thrown.message } };
  }
}
