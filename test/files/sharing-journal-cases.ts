import type { Case } from '../support/journal-cases.ts';
import { upload } from './support.ts';

const revoke = (id: string) => `/v1/files/${id}/signed-url/revoke`;

/** One case for each operation on signed URLs that changes something. */
export const journalCases: Record<string, Case> = {
  'file.unsign': {
    call: async ({ tenant }, h) => {
      const { id } = await upload(tenant, 'shared');
      return tenant.post(revoke(id), undefined, h);
    },
    rows: (_, { file_id }) => [['file.updated', 'file', file_id]],
    refused: ({ tenant }, h) => tenant.post(revoke('file_0'), undefined, h),
  },
};
