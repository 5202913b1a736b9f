-- The migration in progress: repeatable until `insula migrate new` commits it.
-- Whose transaction numbers place_shift is ahead of. Adding it rewrites nothing.
alter table app.tenants add column if not exists place_node text;
comment on column app.tenants.place_node is
  'The node of a cluster whose transaction numbers place_shift is ahead of (app.node), which is where the tenant lived when it was '
  'last asked for; null without a cluster';
alter table app.tenants add column if not exists move jsonb;
comment on column app.tenants.move is
  'The last move to another node of a cluster: {id, from, to, alone, status, done, total, error, created_at, started_at, finished_at}';
