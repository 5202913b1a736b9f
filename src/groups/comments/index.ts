import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const comments: Group = {
  name: 'comments',
  description:
    'Comments on objects and files: threads, mentions, reactions. See docs/work/comments.md.',
  routes,
  events: { comment: 'created updated deleted' },
  parameters: {
    comment_id: 'The id of a comment',
    emoji: 'An emoji, or a short name such as `+1`; URL-encoded',
  },
  exports: {
    comments: 'Your comments',
    reactions: 'Your reactions to comments',
  },
};
