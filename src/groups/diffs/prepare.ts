import { checkSent } from '../../operations/body-shape.ts';
import type { Reference } from '../../operations/references.ts';
import { functionOf, type Method, needsOf } from '../../operations/route.ts';
import { type Door, preparedArgs } from '../../operations/run.ts';
import type { FindRoute, Step } from '../../operations/transaction.ts';

/** Stands for the id of what an earlier step of the same change makes, until the database knows it. */
export const madeBy = (step: number): string => `made-by-step-${step}`;
const standsFor = /^made-by-step-(\d)$/;

/** One request as app.transaction_step does it: checked as if it were sent, after the work of Node. @throws ApiError */
export async function prepare(
  door: Door,
  findRoute: FindRoute,
  method: Method,
  path: string,
  body?: Record<string, unknown>,
): Promise<Step> {
  const { route, params } = findRoute(method, path);
  const sent = { ...(body && checkSent(route, body)), ...params };
  const args = (await preparedArgs(door, route, sent)) as Step['args'];
  return {
    id: null,
    operation: functionOf(route),
    ...needsOf(route),
    status: route.status ?? 200,
    args,
    references: Object.entries(args).flatMap(([name, value]): Reference[] => {
      // Only a parameter of the path names it.
      const step = name in params && typeof value === 'string' && standsFor.exec(value);
      return step
        ? [{ at: [name], parts: [{ step: Number(step[1]), path: ['id'] }], is_text: true }]
        : [];
    }),
  };
}
