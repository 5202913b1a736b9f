import { common, type IfMatchCases } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'the settings of the installation': {
    operations: ['platform_settings.get', 'platform_settings.update'],
    make: async ({ operator }) => {
      // A value that is not there yet: what changes nothing keeps its ETag.
      const { body } = await operator.get('/admin/settings');
      const hours = (body.data.backup_alarm_hours % 1000) + 1;
      return {
        ...common,
        path: '/admin/settings',
        etag: null,
        change: ['PATCH', { backup_alarm_hours: hours }],
        canDelete: false,
        by: 'operator',
      };
    },
  },
};
