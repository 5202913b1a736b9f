import { setImmediate as nextRound } from 'node:timers/promises';
import { toApiError } from '../db/errors.ts';
import { ApiError } from '../ground/errors.ts';
import { type AnyAnswer, makeAnswer, openAnswer } from './answer.ts';
import type { elementsOf } from './elements.ts';
import type { Reference } from './references.ts';
import type { Route } from './route.ts';
import { contextOf, type Door, preparedArgs } from './run.ts';
import {
  type FindRoute,
  inRequest,
  moved,
  ofStep,
  type Step,
  unknownYet,
  type Work,
} from './transaction.ts';

/** How long the work of Node for all steps of a transaction may take together, before it begins. */
const longestMs = 30_000;

/** A step that Node has worked on, and what its `after` is given. */
export interface Worked extends Work {
  route: Route;
  args: object;
}

/**
 * Does the work of Node for the steps of a transaction, in their order, one after the other: each as a request by itself
 * would, as the same caller. Nothing has been changed by then.
 * @param steps get the arguments of their SQL functions
 * @throws ApiError that names the step
 */
export async function prepareSteps(
  door: Door,
  steps: Step[],
  works: Work[],
  findRoute: FindRoute,
): Promise<Worked[]> {
  const late = AbortSignal.timeout(longestMs);
  const signal = door.signal ? AbortSignal.any([door.signal, late]) : late;
  const within = { ...door, signal };
  const worked: Worked[] = [];
  for (const work of works) {
    const { route } = findRoute(work.method, work.path);
    const step = steps[work.index] as Step;
    const { args } = step;
    worked.push({ ...work, route, args });
    if (!route.before) continue;
    // Each preparation takes a bounded time; other requests get their turn between two of them.
    await nextRound();
    try {
      step.args = (await unless(signal, preparedArgs(within, route, args))) as Step['args'];
      for (const { at } of step.references) requireKept(route, args, step.args, at);
    } catch (error) {
      if (signal.aborted) throw late.aborted ? tooLong() : signal.reason;
      throw ofStep(work.index, work, inPlace(route, error));
    }
  }
  return worked;
}

/** @throws 400 where `before` has put a text with a reference elsewhere, or made something of it */
function requireKept(route: Route, args: object, made: object, at: Reference['at']): void {
  if (valueAt(args, at) !== valueAt(made, at)) throw unknownYet(route, at.join('.'));
}

const valueAt = (holder: unknown, at: string[]): unknown =>
  at.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    holder,
  );

/** A refusal, with the member of the request that it names. A token that is no good is of the request as a whole. */
function inPlace(route: Route, thrown: unknown): unknown {
  const error = toApiError(thrown);
  if (error.status === 401 || error.status >= 500) return thrown;
  return moved(error, (path) => inRequest(route, path));
}

const tooLong = (): ApiError =>
  new ApiError(
    'TIMEOUT',
    `Preparing the requests took longer than ${longestMs / 1000} seconds. Nothing was changed. Send fewer of them together.`,
  );

/** The outcome of work, or the end of the signal, whichever is first. */
async function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/**
 * The answer of a transaction, with the data of its steps as their requests by themselves would answer them. Unshaped
 * data is passed on as it was written.
 * @param split finds the elements of a list, beside this thread where that takes long
 */
export async function shapeSteps(
  door: Door,
  answer: AnyAnswer,
  worked: Worked[],
  split: (...given: Parameters<typeof elementsOf>) => Promise<ReturnType<typeof elementsOf>>,
): Promise<AnyAnswer> {
  const shaping = worked.filter(({ route }) => route.after);
  if (shaping.length === 0) return answer;
  const { headers, data } = openAnswer(answer);
  const begin = data.indexOf(resultsMark) + resultsMark.length;
  const results = await split(data, begin);
  let shaped = data.slice(0, begin);
  let end = begin;
  for (const { index, route, args } of shaping) {
    const [from, to] = results[index] as [number, number];
    await nextRound();
    const { data: made, ...step } = JSON.parse(data.slice(from, to));
    const told = await (route.after as NonNullable<Route['after']>)(
      contextOf(door, route),
      made,
      args,
    );
    shaped += data.slice(end, from) + JSON.stringify({ ...step, data: told });
    end = to;
  }
  return makeAnswer(headers, shaped + data.slice(end));
}

/** As api.transaction_run writes its answer: json_build_object. */
const resultsMark = '"results" : ';
