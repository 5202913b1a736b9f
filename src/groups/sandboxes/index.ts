import { repeatUntilDone } from '../../tools/lanes/repeat.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const sandboxes: Group = {
  name: 'sandboxes',
  description:
    'Copies of your tenant to try things out in, which are deleted after a while. See docs/data/sandboxes.md.',
  routes,
  events: { sandbox: 'created deleted key_created' },
  parameters: { sandbox_id: 'The id of a sandbox' },
  tasks: {
    sandbox_make: async (deps) => (await import('./make-task.ts')).makeTask(deps),
    sandbox_drop: () => repeatUntilDone('sandbox_drop'),
  },
};
