import type { Client, TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';

/** The answer of a call that must succeed. */
export async function made(
  answer: Promise<{ status: number; body: { data?: unknown } }>,
  // biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
): Promise<any> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Deals: of each status as many as said, with amounts 1, 2, 3, … and a day after the other from 2026-01-01 on. */
export async function defineDeals(
  api: TenantClient,
  counts: Record<string, number> = { won: 3, lost: 2 },
  name = 'deals',
): Promise<void> {
  await defineType(
    api,
    {
      status: { data_type: 'string', is_indexed: true },
      amount: 'number',
      day: 'date',
      owner: 'string',
    },
    { name },
  );
  const statuses = Object.entries(counts).flatMap(([status, count]) => Array(count).fill(status));
  const objects = statuses.map((status, n) => ({
    properties: {
      status,
      amount: n + 1,
      day: new Date(Date.UTC(2026, 0, n + 1)).toISOString().slice(0, 10),
    },
  }));
  await made(api.post(`/v1/objects/${name}/batch/create`, { objects }));
}

export const dashboard = (api: Client, more: object = {}) =>
  made(api.post('/v1/dashboards', { name: 'Sales', ...more }));

export const widget = (
  api: Client,
  id: string,
  type: string,
  config_json: object,
  more: object = {},
) => made(api.post(`/v1/dashboards/${id}/widgets`, { type, config_json, ...more }));

/** The content of a widget. */
export const dataOf = (api: Client, { dashboard_id, id }: { dashboard_id: string; id: string }) =>
  made(api.get(`/v1/dashboards/${dashboard_id}/widgets/${id}/data?fresh=true`));
