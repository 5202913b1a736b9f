import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const realtime: Group = {
  name: 'realtime',
  description: 'Events as they happen: WebSocket and server-sent events.',
  routes,
};
