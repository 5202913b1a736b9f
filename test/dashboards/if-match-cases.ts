import { common, crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';
import { dashboard, widget } from './support.ts';

export const ifMatchCases: IfMatchCases = {
  'a dashboard': posted(crud('dashboard'), '/v1/dashboards', () => ({ name: 'Sales' }), {
    name: 'Sales of today',
  }),
  'a dashboard that is shared': {
    operations: ['dashboard.rotate'],
    async make({ api }) {
      const { id, updated_at } = await dashboard(api, { is_public: true });
      return {
        ...common,
        path: `/v1/dashboards/${id}`,
        etag: `"${updated_at}"`,
        change: ['POST', {}, `/v1/dashboards/${id}/rotate-share-token`],
      };
    },
  },
  'a widget': {
    operations: ['widget.update', 'widget.delete'],
    async make({ api }) {
      const { id } = await dashboard(api);
      const made = await widget(api, id, 'text', { text: 'Hello' });
      return {
        ...common,
        canGet: false,
        path: `/v1/dashboards/${id}/widgets/${made.id}`,
        etag: `"${made.updated_at}"`,
        change: ['PATCH', { title: 'Greeting' }],
      };
    },
  },
};
