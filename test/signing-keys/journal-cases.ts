import type { Case } from '../support/journal-cases.ts';

export const journalCases: Record<string, Case> = {
  'signing_key.rotate': {
    call: ({ platform }, h) => platform.post('/admin/keys/rotate', {}, h),
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post('/admin/keys/rotate', {}, h),
  },
};
