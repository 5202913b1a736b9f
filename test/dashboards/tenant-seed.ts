import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** A shared dashboard that says the marker wherever it can. */
export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/dashboards', {
    name: marker,
    description: marker,
    layout_json: { [marker]: marker },
    is_public: true,
  });
  const { id, share_token } = body.data;
  const widget = await api.post(`/v1/dashboards/${id}/widgets`, {
    type: 'text',
    title: marker,
    config_json: { text: marker },
  });
  return { dashboard_id: id, widget_id: widget.body.data.id, share_token };
};

export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with dashboard as (
       insert into app.dashboards (tenant_id, id, name, created_at, updated_at)
       values ($1, $3, $2, now(), now()))
     insert into app.widgets (tenant_id, dashboard_id, id, type, title, authors, created_at, updated_at)
     values ($1, $3, $4, 'text', $2, '[]', now(), now())`,
    [tenantId, marker, `dash_${marker}`, `wid_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  dashboards: /^(share_token|shared_by|created_by)$/,
  widgets: /^(type|position_json)$/,
};
