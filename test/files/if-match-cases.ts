import { type Changeable, common, crud, type IfMatchCases } from '../support/if-match-cases.ts';
import { fileForm } from '../support/seed-files.ts';

export const ifMatchCases: IfMatchCases = {
  'a file': {
    operations: [
      ...crud('file'),
      'file.restore',
      'file.version_restore',
      'file.unsign',
      'file.tag',
      'file.untag',
      'file.upload_put',
      'file.upload_post',
      'file.upload_complete',
    ],
    async make({ api }) {
      const { body, headers } = await api.send('POST', '/v1/files/upload', {
        body: fileForm('x', 'x.txt', {}, ''),
      });
      const path = `/v1/files/${body.data.id}`;
      const also: Changeable['also'] = [
        ['POST', '/signed-url/revoke'],
        ['POST', '/tags', { tag_ids: ['ftag_0'] }],
        ['DELETE', '/tags/ftag_0'],
      ];
      const change: Changeable['change'] = ['PATCH', { folder: 'a' }];
      return { ...common, path, etag: headers.get('etag'), change, also };
    },
  },
};
