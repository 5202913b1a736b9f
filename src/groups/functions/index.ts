import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const functions: Group = {
  name: 'functions',
  description:
    'Your own code, run in a sandbox by a call, an event or a schedule. See docs/events/functions.md.',
  routes,
  events: { function: 'created updated deleted executed failed' },
  parameters: {
    function_id: 'The id of a function',
    function_run_id: 'The id of a run of a function',
  },
  lanes: [async () => (await import('./lane.ts')).startFunctionLane],
};
