import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** A ticket that says the marker wherever it can. */
export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/tickets', {
    subject: marker,
    body: marker,
    category: marker,
  });
  return { ticket_id: body.data.id };
};

/** With an assignee, a message with a file, and a note of the operator. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with ticket as (
       insert into app.tickets (tenant_id, id, number, subject, category, requester_type, requester_id,
         assignee, first_response_due_at, created_at, updated_at)
       values ($1, $3, 2000000, $2, $2, 'user', $2, $2, now(), now(), now())),
     message as (
       insert into app.ticket_messages (tenant_id, ticket_id, id, author, body, attachments, created_at)
       values ($1, $3, $3, jsonb_build_object('id', $2::text), $2, jsonb_build_array($2::text), now()))
     insert into app.ticket_notes (tenant_id, ticket_id, id, body, created_at)
     values ($1, $3, $3, $2, now())`,
    [tenantId, marker, `tkt_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  tickets: /^(status|priority|requester_type)$/,
};
