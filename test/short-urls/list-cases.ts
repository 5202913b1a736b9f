import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'short_url.list': {
    rows: [
      {
        table: 'short_urls',
        set: {
          slug: `'slug' || n`,
          title: `case when n <= 10 then 'Winter sale' else 'Spring' end`,
          external_id: `case when n <= 10 then 'x' else 'y' end`,
          is_enabled: 'n > 10',
          tags: `array[case when n <= 10 then 'rare' else 'common' end]`,
        },
      },
      {
        table: 'short_url_tags',
        set: {
          tag: `case when n <= 10 then 'rare' else 'common' end`,
          short_url_id: `(select u.id from app.short_urls u
            where u.tenant_id = s.tenant_id and u.domain = '' and u.slug = 'slug' || n)`,
        },
      },
    ],
    filters: () => ({
      tag: ['rare', 'common'],
      external_id: ['x', 'y'],
      search: ['winter', 'slug77', 'nothing'],
      is_active: [true, false],
    }),
    args: () => ({ base_url: 'https://insula.example', host: 'insula.example' }),
  },
};
