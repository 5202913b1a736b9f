import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'user_announcement.list': { rows: [{ table: 'user_announcements' }] },
  'user_announcement.reads': {
    // A reader has to be a user.
    rows: [
      {
        table: 'users',
        set: { id: `'usr_reader' || n`, email: `'reader' || n || '@example.com'` },
      },
      { table: 'user_announcement_reads', set: { user_id: `'usr_reader' || n` } },
    ],
  },
  'user_announcement.current': {
    rows: [
      {
        table: 'user_announcements',
        // Ten are open at the most that a tenant has in a while; all others have ended.
        set: {
          starts_at: `'2020-01-01'`,
          ends_at: `case when n <= 10 then 'infinity'::timestamptz else '2020-01-02' end`,
        },
      },
    ],
    filters: () => ({ unread: [true, false] }),
    isOfUser: true,
  },
};
