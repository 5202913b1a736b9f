import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const portal: Group = {
  name: 'portal',
  description:
    'A portal for customers without an account: contacts, which are objects of a type, sign in by an emailed link. See docs/work/portal.md.',
  routes,
  events: { portal: 'signed_in signed_out granted' },
};
