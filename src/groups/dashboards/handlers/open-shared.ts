import type { HandlerCall } from '../../../operations/handler.ts';
import type { Part, SharedDashboard, SharedWidget } from '../shared.ts';
import { finish, known } from './parts.ts';

/**
 * Asks for a shared dashboard and for what its widgets show.
 * @param fresh with nothing that was kept for a moment
 * @throws 404
 */
export async function openShared(
  call: HandlerCall<{ share_token: string }>,
  fresh = false,
): Promise<SharedDashboard> {
  const { share_token } = call.args;
  const held = known(call.caller.tenant, share_token, fresh);
  const { parts, widgets, ...dashboard } = await call.ask<
    Omit<SharedDashboard, 'widgets'> & { parts: Part[]; widgets: SharedWidget[] }
  >('dashboard_public', { share_token, known: held.keys });
  const finished = await finish(call, share_token, parts, held, { share_token });
  const shownOf = new Map(finished.map((part) => [part.id, part]));
  return {
    ...dashboard,
    widgets: widgets.map((widget) => ({ ...widget, ...shownOf.get(widget.id) }) as SharedWidget),
  };
}
