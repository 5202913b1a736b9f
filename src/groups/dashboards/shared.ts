import type { HandlerCall } from '../../http/handler.ts';
import { type Finished, finish, known, type Part } from './parts.ts';

/** A widget of a shared dashboard, with what it shows. */
export type SharedWidget = {
  id: string;
  type: string;
  title: string;
  position_json: { x?: number; y?: number; w?: number; h?: number };
} & Finished;

export interface SharedDashboard {
  name: string;
  description: string | null;
  layout_json: object;
  branding: Record<string, string | null | undefined>;
  widgets: SharedWidget[];
}

/** Asks for a shared dashboard and for what its widgets show. @throws 404 */
export async function openShared(
  call: HandlerCall<{ share_token: string }>,
): Promise<SharedDashboard> {
  const { share_token } = call.args;
  const held = known(call.caller.tenant, share_token);
  const { parts, widgets, ...dashboard } = await call.ask<
    Omit<SharedDashboard, 'widgets'> & { parts: Part[]; widgets: SharedWidget[] }
  >('dashboard_public', { share_token, known: held.keys });
  const finished = await finish(call as never, share_token, parts, held, { share_token });
  const shownOf = new Map(finished.map((part) => [part.id, part]));
  return {
    ...dashboard,
    widgets: widgets.map((widget) => ({ ...widget, ...shownOf.get(widget.id) }) as SharedWidget),
  };
}
