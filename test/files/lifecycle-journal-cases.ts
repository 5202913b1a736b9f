import type { Case, Row } from '../support/journal-cases.ts';
import type { TestServer } from '../support/server.ts';
import { pendingFile } from './support-lifecycle.ts';

/** The end of unfinished uploads. */
export const journalCases = (server: TestServer): Record<string, Case> => {
  let stale: string[] = [];
  return {
    'file.stale_cleanup': {
      call: async ({ tenant }, h) => {
        stale = [await pendingFile(server, tenant, 25), await pendingFile(server, tenant, 50)];
        return tenant.post('/v1/files/all/stale-cleanup', undefined, h);
      },
      rows: () => stale.map((id): Row => ['file.purged', 'file', id]),
      // A user who manages only their own files.
      refused: async ({ user }, h) =>
        (await user()).client.post('/v1/files/all/stale-cleanup', undefined, h),
    },
  };
};
