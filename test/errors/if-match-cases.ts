import { common, fresh, type IfMatchCases } from '../support/if-match-cases.ts';

const errors = '/v1/errors';

export const ifMatchCases: IfMatchCases = {
  'an error': {
    operations: ['error.get', 'error.update'],
    async make({ api }) {
      const report = { message: fresh(), fingerprint: [fresh()] };
      const { body } = await api.post(`${errors}/report`, report);
      const path = `${errors}/${body.data.error_id}`;
      const { headers } = await api.get(path);
      const etag = headers.get('etag');
      return { ...common, path, etag, change: ['PATCH', { status: 'ignored' }], canDelete: false };
    },
  },
};
