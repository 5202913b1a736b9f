import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const auditLogs: Group = {
  name: 'audit-logs',
  description: 'Who did what: the journal of every change, append-only and sealed.',
  routes,
};
