import type { Group } from '../../tools/manifest/group.ts';
import { operatorRoutes } from './operator-routes.ts';
import { routes } from './routes.ts';

export const auditLogs: Group = {
  name: 'audit-logs',
  description: 'The journal of every change and its author, append-only and sealed.',
  routes: [...routes, ...operatorRoutes],
  exports: {
    audit: 'The last 10,000 actions that you took',
  },
};
