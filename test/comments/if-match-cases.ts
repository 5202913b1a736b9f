import { defineType } from '../support/define-type.ts';
import { common, crud, type IfMatchCases } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a comment': {
    operations: [
      ...crud('comment'),
      ...['comment.resolve', 'comment.unresolve'],
      ...['comment_reaction.put', 'comment_reaction.delete'],
    ],
    async make({ api }) {
      const { name, path } = await defineType(api);
      const { body: object } = await api.post(path, { properties: {} });
      const { body, headers } = await api.post('/v1/comments', {
        object_type_id: name,
        object_id: object.data.id,
        body: 'First',
      });
      return {
        ...common,
        path: `/v1/comments/${body.data.id}`,
        etag: headers.get('etag'),
        change: ['PATCH', { body: 'Second' }],
        also: [
          ['POST', '/resolve'],
          ['POST', '/unresolve'],
          ['PUT', '/reactions/+1'],
          ['DELETE', '/reactions/+1'],
        ],
      };
    },
  },
};
