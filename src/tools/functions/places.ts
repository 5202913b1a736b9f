import { keeping } from '../../ground/concurrency/rules.ts';
import { Turns, type TurnsOptions } from '../../ground/concurrency/turns.ts';

const perTenant = 4;
/** For tenants that have no function running. */
const reserve = 4;
/** How many functions a process runs at the same time: one tenant half of what all may take, besides those that are kept. */
export const places = 2 * perTenant + reserve;

/** Decides whose function runs next. @param waiting how long, and how many of a tenant; default: the worker's lanes */
export const functionTurns = (waiting: Pick<TurnsOptions, 'maxOfTenant' | 'waitMs'> = {}): Turns =>
  new Turns({
    atOnce: places,
    mayBegin: keeping(perTenant, reserve),
    refusal: `Too many functions are running: at most ${perTenant} per tenant at a time. Call with "async": true, or wait.`,
    name: 'functions',
    ...waiting,
  });
