import type { Seed } from '../support/group-seeds.ts';

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

/** Texts that nobody writes, by table. */
export const notWritten: Record<string, RegExp> = {
  dashboards: /^(share_token|created_by)$/,
  widgets: /^type$/,
};
