import type { Group } from '../group.ts';
import { publicRoutes } from './public-routes.ts';
import { routes } from './routes.ts';

export const forms: Group = {
  name: 'forms',
  description:
    'Forms that anyone may fill in, on a page of ours, in a frame or by JSON; each submission can make an object. docs/build/forms.md walks through.',
  routes: [...routes, ...publicRoutes],
  events: { form: 'created updated deleted submitted' },
  parameters: { form_id: 'The id of a form' },
};
