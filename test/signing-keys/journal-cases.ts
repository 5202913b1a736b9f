import type { Case } from '../support/journal-cases.ts';

export const journalCases: Record<string, Case> = {
  'signing_key.rotate': {
    call: ({ platform }, h) => platform.post('/admin/keys/rotate', {}, h),
    rows: (_, data) => [['signing_key.rotated', 'signing_key', data.kid]],
    refused: ({ tenant }, h) => tenant.post('/admin/keys/rotate', {}, h),
  },
};
