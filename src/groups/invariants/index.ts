import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const invariants: Group = {
  name: 'invariants',
  description:
    'Invariants are rules about the objects of a type that hold after every write. See docs/data/invariants.md.',
  routes,
  events: { invariant: 'created updated deleted failed' },
  parameters: {
    invariant_id: 'The id of an invariant',
  },
  tasks: { invariant_check: async () => (await import('./check.ts')).invariantCheck },
};
