import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const savedReports: Group = {
  name: 'saved-reports',
  description:
    'Saved reports are questions that are asked again and again, and downloaded. docs/build/reports.md walks through.',
  routes,
  events: { report: 'created updated deleted completed' },
  parameters: { report_id: 'The id of a saved report' },
};
