import type { HandlerCall } from '../../../operations/handler.ts';
import type { Part } from '../shared.ts';
import { finish, known } from './parts.ts';

interface Asked {
  dashboard_id: string;
  fresh?: boolean;
}

/** GET /v1/dashboards/:dashboard_id/data */
export async function dashboardData(call: HandlerCall<Asked>): Promise<string> {
  const { dashboard_id, fresh } = call.args;
  const held = known(call.caller.tenant, dashboard_id, fresh);
  const { parts } = await call.ask<{ parts: Part[] }>('dashboard_data', {
    dashboard_id,
    known: held.keys,
  });
  const widgets = await finish(call, dashboard_id, parts, held, { dashboard_id });
  return JSON.stringify({ widgets });
}

/** GET /v1/dashboards/:dashboard_id/widgets/:widget_id/data */
export async function widgetData(
  call: HandlerCall<Asked & { widget_id: string }>,
): Promise<string> {
  const { dashboard_id, widget_id, fresh } = call.args;
  const held = known(call.caller.tenant, dashboard_id, fresh);
  const parts = await call.ask<Part[]>('widget_data', {
    dashboard_id,
    widget_id,
    known: held.keys,
  });
  const [widget] = await finish(call, dashboard_id, parts, held, { dashboard_id });
  return JSON.stringify(widget);
}
