import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const objects: Group = {
  name: 'objects',
  description: 'Objects are records with typed properties, versions and a trash.',
  routes,
  events: { object: 'created updated deleted restored purged' },
  parameters: { object_id: 'The id of an object', version_number: 'The number of a version' },
  exports: {
    objects: 'Objects that you created, including those in the trash',
  },
};
