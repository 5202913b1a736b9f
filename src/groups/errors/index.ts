import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const errors: Group = {
  name: 'errors',
  description:
    'Errors reported by applications, grouped and counted. What is under /owner needs the platform key (PLATFORM_ADMIN_KEY). See docs/data/error-reports.md.',
  routes,
  events: { error: 'reported updated' },
  parameters: { error_id: 'The id of an error' },
};
