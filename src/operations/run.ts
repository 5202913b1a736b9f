import { type AnyAnswer, dataOf, remakeData } from './answer.ts';
import { readsOnly } from './functions.ts';
import type { Context, OperationServices, Run } from './operation.ts';
import { functionOf, needsOf, type Route } from './route.ts';
import { type FindRoute, prepareCall, type Step, type StepRequest } from './transaction.ts';

/** The way by which a caller comes to operations: HTTP, a function, a tool of a model. */
export interface Door {
  services: OperationServices;
  caller: { tenant: string };
  signal?: AbortSignal | undefined;
  userAgent?: string | undefined;
  isDryRun?: boolean | undefined;
  /** Asks a function that only reads, as the caller, with the scope and the permission that a route needs. @returns its data */
  look(route: Route, operation: string, args: object): Promise<unknown>;
}

/** A door that leads through app.act, as any principal. */
export interface ActingDoor extends Door {
  /** Does one step as the principal. @returns its data */
  act(step: Step): Promise<unknown>;
}

/** Makes the context that `before` and `after` of a route may use. */
export const contextOf = (
  { services, caller, signal, userAgent, isDryRun, look }: Door,
  route: Route,
): Context => ({
  services,
  caller,
  signal,
  userAgent,
  isDryRun,
  ask: async <T>(operation: string, args: object) => {
    // Preparations for a change can run twice, or for nothing.
    if (!readsOnly(operation))
      throw new Error(`${route.id} prepares by ${operation}, which may change`);
    return (await look(route, operation, args)) as T;
  },
});

/** The arguments of the SQL function of a route. */
export async function preparedArgs(door: Door, route: Route, args: object): Promise<object> {
  return route.before ? route.before(contextOf(door, route), args) : args;
}

/** Does the operation of a route by itself. @returns the answer, with its headers */
export async function runOperation(
  door: Door,
  route: Route,
  args: object,
  run: Run,
): Promise<AnyAnswer> {
  const { before, after } = route;
  const prepared = before ? await preparedArgs(door, route, args) : args;
  const answering = run(functionOf(route), prepared);
  if (!after) return answering;
  const answer = await answering;
  return remakeData<object>(answer, (data) => after(contextOf(door, route), data, args));
}

/** Does one request as the principal of a door. @returns its data @throws ApiError as if it were sent by itself */
export async function act(
  door: ActingDoor,
  request: StepRequest,
  findRoute: FindRoute,
): Promise<unknown> {
  const { step, route } = prepareCall(request, findRoute);
  const args = (await preparedArgs(door, route, step.args)) as Step['args'];
  const data = await door.act({ ...step, args });
  return route.after ? route.after(contextOf(door, route), data as object, step.args) : data;
}

/** A door that does everything by steps, also what it only looks at. */
export const actingDoor = (parts: Omit<Door, 'look'>, doStep: ActingDoor['act']): ActingDoor => ({
  ...parts,
  act: doStep,
  look: (route, operation, args) => doStep(stepOf(route, operation, args)),
});

/** A step that calls one function, with the scope and the permission that a route needs. */
const stepOf = (route: Route, operation: string, args: object): Step => ({
  id: null,
  operation,
  ...needsOf(route),
  status: 200,
  args: args as Step['args'],
  references: [],
});

/** Does the operation of a route for code (`forCode`), as the principal of a door. @returns its data as json text */
export async function runForCode(door: ActingDoor, route: Route, given: object): Promise<string> {
  if (!route.forCode) throw new Error(`${route.id} is not done for code`);
  const own = new Set([functionOf(route), ...(route.operations ?? []), ...(route.looks ?? [])]);
  const ask = async <T>(operation: string, args: object) => {
    if (!own.has(operation)) throw new Error(`${route.id} does not call ${operation}`);
    return (await door.act(stepOf(route, operation, args))) as T;
  };
  return route.forCode({ ...contextOf(door, route), ask }, given);
}

/** Asks as `run` does. */
export const lookBy =
  (run: (route: Route, operation: string, args: object) => Promise<AnyAnswer>): Door['look'] =>
  async (route, operation, args) =>
    dataOf(await run(route, operation, args));
