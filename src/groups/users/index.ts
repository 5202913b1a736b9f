import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const users: Group = {
  name: 'users',
  description:
    'The users of your application, as administrators see them. Callers can only grant rights that they have themselves.',
  routes,
  events: {
    user: 'created updated deleted banned unbanned signed_in signed_out password_changed email_verified phone_verified linked link_generated erased',
  },
  tasks: { user_erase: async (deps) => (await import('./user-erase.ts')).userErase(deps) },
  parameters: { user_id: 'The id of a user' },
};
