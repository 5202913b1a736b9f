import type { Case } from '../support/journal-cases.ts';

const path = '/admin/settings';
let hours = 0;

export const journalCases: Record<string, Case> = {
  'platform_settings.update': {
    call: ({ platform }, h) => platform.patch(path, { backup_alarm_hours: ++hours }, h),
    rows: () => [['platform_settings.updated', 'platform_settings', 'installation']],
    refused: ({ platform }, h) => platform.patch(path, { default_plan: 'none' }, h),
  },
};
