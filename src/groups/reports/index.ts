import { lazy } from '../../operations/lazy-handler.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export { type Answered, completed, type ReportAnswer } from './answer.ts';

export const runSavedReport = lazy(() => import('./handlers/run.ts'), 'runSavedReport');
export const exportReport = lazy(() => import('./handlers/export.ts'), 'exportReport');

export const reports: Group = {
  name: 'reports',
  description: 'Reports summarize objects as tables. See docs/build/reports.md.',
  routes,
  mails: { report: async () => (await import('./mail.ts')).reportMail },
  exports: {
    report_runs: 'Reports that you ran, without their results',
  },
};
