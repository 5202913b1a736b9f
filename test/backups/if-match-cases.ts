import { type IfMatchCases, ofOperator } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a schedule of backups': ofOperator(
    'backup_schedule',
    '/admin/backup-schedules',
    () => ({ name: 'Nightly', cron_expression: '0 3 * * *' }),
    { keep_last: 3 },
  ),
};
