import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const objectTypes: Group = {
  name: 'object-types',
  description:
    'Object types are like tables, properties like typed columns. A type is addressed by its id or its name.',
  routes,
  events: { object_type: 'created updated deleted', property: 'created updated deleted' },
  parameters: {
    object_type_id: 'The id (`ot_…`) or the name of an object type, such as `contacts`',
    property_id: 'The id of a property',
  },
  tasks: { index_build: async () => (await import('./index-build.ts')).indexBuild },
};
