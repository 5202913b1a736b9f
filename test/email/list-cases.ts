import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'email.list': {
    rows: [
      {
        table: 'messages',
        set: {
          variables: `'{}'`,
          text: 'null',
          html: 'null',
          status: `case when n <= 10 then 'failed' else 'sent' end`,
        },
      },
    ],
    filters: () => ({ status: ['failed', 'sent'] }),
  },
  'email_template.list': { rows: [{ table: 'email_templates', set: { name: `'name ' || n` } }] },
  'email_suppression.list': {
    rows: [{ table: 'email_suppressions', set: { address: `'a' || n || '@example.com'` } }],
  },
  'email_domain.list': {
    rows: [{ table: 'email_domains', set: { domain: `'d' || n || '.example.com'` } }],
  },
};
