import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const fileTags: Group = {
  name: 'file-tags',
  description: 'Tags label files with words and colors.',
  routes,
  events: { file_tag: 'created updated deleted' },
  parameters: {
    tag_id: 'The id of a file tag',
  },
};
