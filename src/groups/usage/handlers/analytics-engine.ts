import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';

/** GET /v1/analytics/engine: what the database knows, and what is open in this process. */
export const analyticsEngine = ({ run, services, caller, args }: HandlerCall): Promise<AnyAnswer> =>
  run('analytics_engine', {
    ...args,
    connections: services.realtime.stats(caller.tenant).total_connections,
  });
