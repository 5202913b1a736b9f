import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';

/** GET /v1/realtime/stats: what is open in this process. */
export const realtimeStats = ({ run, services, caller }: HandlerCall): Promise<AnyAnswer> =>
  run('realtime_stats', { stats: services.realtime.stats(caller.tenant) });
