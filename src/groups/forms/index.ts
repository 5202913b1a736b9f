import type { Group } from '../../tools/manifest/group.ts';
import { publicRoutes } from './public-routes.ts';
import { routes } from './routes.ts';

export const forms: Group = {
  name: 'forms',
  description:
    'Forms that anyone may fill in, on a hosted page, in a frame or by JSON; each submission can create an object. See docs/build/forms.md.',
  routes: [...routes, ...publicRoutes],
  events: { form: 'created updated deleted submitted' },
  parameters: { form_id: 'The id of a form' },
};
