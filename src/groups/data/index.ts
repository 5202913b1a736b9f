import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export { saidConventions } from './import-conventions.ts';
export type { RowError } from './import-rows.ts';
export { type Property, readValues } from './import-values.ts';

export const data: Group = {
  name: 'data',
  description:
    'Imports take up to 10,000 rows into an object type, exports take up to 100,000 out of one.',
  routes,
  events: { import: 'completed failed undone', export: 'created completed failed deleted' },
  parameters: { import_id: 'The id of an import', export_id: 'The id of an export' },
  tasks: {
    export: async ({ storage }) => (await import('./export-task.ts')).exportTask(storage),
  },
  exports: {
    imports: 'Your imports',
    exports: 'Your exports',
  },
};
