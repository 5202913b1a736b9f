import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const fileCollections: Group = {
  name: 'file-collections',
  description:
    'Collections put files together by hand, in an order. Deleting one leaves its files.',
  routes,
  events: { collection: 'created updated deleted' },
};
