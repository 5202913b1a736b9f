import type { Growth, ListCases } from '../support/list-cases.ts';

/** Each is a user of its own. */
const readers: Growth = async (db, seeded, from, to) => {
  const { tenant, user_announcement_id } = { ...seeded } as Record<string, unknown>;
  await db.query(
    `with reader as (
       insert into app.users (tenant_id, id) select $1, 'usr_reader' || n
       from generate_series($3::integer, $4) n returning id)
     insert into app.user_announcement_reads (tenant_id, user_id, announcement_id)
     select $1, r.id, $2 from reader r`,
    [tenant, user_announcement_id, from, to],
  );
};

export const listCases: ListCases = {
  'user_announcement.list': { rows: [{ table: 'user_announcements' }] },
  'user_announcement.reads': { rows: readers },
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
