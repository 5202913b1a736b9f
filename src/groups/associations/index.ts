import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const associations: Group = {
  name: 'associations',
  description:
    'Associations are directed, named links between two objects. A name needs no definition; an association type adds rules to it.',
  routes,
  events: { association: 'created updated deleted', association_type: 'created updated deleted' },
  parameters: {
    type: 'The id (`ot_…`) or the name of the object’s type',
    id: 'The id of the object (`obj_…`)',
    from_type: 'The id (`ot_…`) or the name of the type that the association goes from',
    from_id: 'The id of the object that it goes from',
    association_type: 'The name of the association, such as `owner`',
    to_type: 'The id (`ot_…`) or the name of the type that it goes to',
    to_id: 'The id of the object that it goes to',
    association_type_id: 'The id (`asct_…`) or the name of an association type',
  },
};
