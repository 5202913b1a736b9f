import type { AnyAnswer } from '../../../http/answer.ts';
import type { HandlerCall } from '../../../http/handler.ts';

/** GET /v1/realtime/stats: what is open in this process. */
export const realtimeStats = ({ run, services, caller }: HandlerCall): Promise<AnyAnswer> =>
  run('realtime_stats', { stats: services.realtime.stats(caller.tenant) });
