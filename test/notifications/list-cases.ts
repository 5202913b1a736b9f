import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'notification.list': {
    rows: [{ table: 'notifications', set: { is_read: 'n > 10' } }],
    filters: () => ({ unread: [true, false] }),
    isOfUser: true,
  },
};
