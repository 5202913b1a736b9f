import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const fileCollections: Group = {
  name: 'file-collections',
  description:
    'Collections group files by hand, in an order of your choice. Deleting one leaves its files.',
  routes,
  events: { collection: 'created updated deleted' },
  parameters: {
    collection_id: 'The id of a file collection',
  },
};
