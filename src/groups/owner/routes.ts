import type { Route } from '../../http/route.ts';
import { accountingRoutes } from './routes/accounting.ts';
import { announcementRoutes } from './routes/announcements.ts';
import { errorRoutes } from './routes/errors.ts';
import { planRoutes } from './routes/plans.ts';
import { revenueRoutes } from './routes/revenue.ts';
import { ticketRoutes } from './routes/tickets.ts';

export const routes: Route[] = [
  ...planRoutes,
  ...accountingRoutes,
  ...announcementRoutes,
  ...errorRoutes,
  ...revenueRoutes,
  ...ticketRoutes,
];
