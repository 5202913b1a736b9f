import type { HandlerCall } from '../../../operations/handler.ts';
import { openShared } from './open-shared.ts';

/** GET /v1/dashboards/public/:share_token */
export const sharedDashboard = async (
  call: HandlerCall<{ share_token: string }>,
): Promise<string> => JSON.stringify(await openShared(call));
