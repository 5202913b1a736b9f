import type { Case, Row } from '../support/journal-cases.ts';
import type { TestServer } from '../support/server.ts';
import { pendingFile } from './support-lifecycle.ts';

/** What becomes of files that nobody has finished. */
export const journalCases = (server: TestServer): Record<string, Case> => {
  let stale: string[] = [];
  return {
    'file.stale_cleanup': {
      call: async ({ tenant }, h) => {
        stale = [await pendingFile(server, tenant, 25), await pendingFile(server, tenant, 50)];
        return tenant.post('/v1/files/all/stale-cleanup', undefined, h);
      },
      rows: () => stale.map((id): Row => ['file.purged', 'file', id]),
      // Who manages no files but his own.
      refused: async ({ user }, h) =>
        (await user()).client.post('/v1/files/all/stale-cleanup', undefined, h),
    },
  };
};
