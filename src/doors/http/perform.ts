import { type AnyAnswer, dataOf } from '../../operations/answer.ts';
import { threadBytes } from '../../operations/body-threads.ts';
import { elementsOf } from '../../operations/elements.ts';
import { type Ask, asksForFile, type CallMeans, type Run } from '../../operations/handler.ts';
import { functionOf } from '../../operations/route.ts';
import { type Door, runOperation } from '../../operations/run.ts';
import type { Services } from '../../operations/services.ts';
import { prepareSteps, shapeSteps } from '../../operations/steps.ts';
import type { Step } from '../../operations/transaction.ts';
import { settleHeaders } from '../../tools/answers/usual-headers.ts';
import type { RequestWork, RoutedCall } from './prepare.ts';

/** The caller of a request, and their ways to the database. */
type Means = CallMeans & Pick<Door, 'look'>;

/**
 * Answers a request: by the handler of its route, or by its SQL function with what Node does around it.
 * @returns the answer; undefined when a handler has sent it
 */
export async function perform(
  services: Services,
  call: RoutedCall,
  { args, works, waiting, how }: RequestWork,
  { look, ...means }: Means,
): Promise<AnyAnswer | undefined> {
  const { route, ctx } = call;
  const { run, caller } = means;
  const handler = route.fileHandler && asksForFile(args) ? route.fileHandler : route.handler;
  if (handler) {
    // It may replace and remove them.
    settleHeaders(call.res);
    return handler({
      ...call,
      ...means,
      change: how.change,
      args,
      ask: askBy(run),
      services,
    });
  }
  const door: Door = {
    services,
    caller,
    signal: waiting.signal,
    userAgent: ctx.userAgent,
    isDryRun: ctx.isDryRun,
    look,
  };
  if (works.length === 0) return runOperation(door, route, args, run);
  const steps = args.steps as Step[];
  const worked = await prepareSteps(door, steps, works, call.findRoute);
  // An Idempotency-Key is for what was sent, not for what is made of it: see app.run_once.
  const answer = await run(functionOf(route), { made: { steps } });
  return shapeSteps(door, answer, worked, async (text, begin) =>
    text.length > threadBytes
      ? services.bodyThreads.do(caller.tenant, 'elements', { text, begin })
      : elementsOf(text, begin),
  );
}

const askBy =
  (run: Run): Ask =>
  async (...question) =>
    dataOf(await run(...question));
