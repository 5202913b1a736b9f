import type pg from 'pg';
import { askAgain } from '../../../db/ask.ts';
import { actingDoor, contextOf } from '../../../operations/run.ts';
import type { OperationServices } from '../../../operations/services.ts';
import type { FindRoute, Step } from '../../../operations/transaction.ts';
import { prepare } from '../prepare.ts';

/** Reads what a route answers the operator in a tenant. */
export type Look = <T>(path: string, args?: object) => Promise<T>;

export interface LookDeps {
  pool: pg.Pool;
  services: OperationServices;
  findRoute: FindRoute;
}

const mostTogether = 50;

/** Reads of one tenant; those that are asked for at the same time go to the database together. */
export function looker({ pool, services, findRoute }: LookDeps, tenant: string): Look {
  const ask = together((steps: Step[]) =>
    askAgain<unknown[]>(pool, 'select worker.diff_look($1, $2) as answer', [
      tenant,
      JSON.stringify(steps),
    ]),
  );
  const door = actingDoor({ services, caller: { tenant } }, ask);
  return async <T>(path: string, args: object = {}) => {
    const { route } = findRoute('GET', path);
    const step = await prepare(door, findRoute, 'GET', path);
    const data = await ask({ ...step, args: { ...step.args, ...args } });
    if (!route.after) return data as T;
    return (await route.after(contextOf(door, route), data as object, step.args)) as T;
  };
}

function together(ask: (steps: Step[]) => Promise<unknown[]>): (step: Step) => Promise<unknown> {
  type Waiting = { step: Step; done: (data: unknown) => void; failed: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let isSending = false;
  const send = async (some: Waiting[]) => {
    try {
      const answers = await ask(some.map(({ step }) => step));
      for (const [index, { done }] of some.entries()) done(answers[index]);
    } catch (error) {
      for (const { failed } of some) failed(error);
    }
  };
  // One after the other: a comparison takes one connection, however much it reads.
  const sendAll = async () => {
    isSending = true;
    while (waiting.length > 0) {
      const some = waiting.slice(0, mostTogether);
      waiting = waiting.slice(mostTogether);
      await send(some);
    }
    isSending = false;
  };
  return (step) =>
    new Promise((done, failed) => {
      waiting.push({ step, done, failed });
      if (!isSending && waiting.length === 1) setImmediate(() => void sendAll());
    });
}
