import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const savedReports: Group = {
  name: 'saved-reports',
  description:
    'Reports that are saved, run repeatedly, mailed and downloaded. See docs/build/reports.md.',
  routes,
  events: { report: 'created updated deleted completed' },
  parameters: { report_id: 'The id of a saved report' },
  exports: {
    reports: 'Reports that you saved',
  },
};
