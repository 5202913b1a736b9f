create or replace function app.seq(p_xid xid8, p_id text)
returns text
language sql immutable as $$
  select p_xid || '-' || right(p_id, 32)
$$;
comment on function app.seq is
  'The place of a journal row in its tenant''s order, opaque to callers: <app.place>-<32 hex of the id>';
