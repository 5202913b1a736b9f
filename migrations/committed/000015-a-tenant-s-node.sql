--! Previous: sha1:f49da956690b407e1fc3a0e04e680d8cdd0cc58d
--! Hash: sha1:5b6094000eda2b330af4c30e6f262f285a620b61
--! Message: a tenant's node

-- The migration in progress: repeatable until `insula migrate new` commits it.
-- Whose transaction numbers place_shift is ahead of. Adding it rewrites nothing.
alter table app.tenants add column if not exists place_node text;
comment on column app.tenants.place_node is
  'The node of a cluster whose transaction numbers place_shift is ahead of (app.node), which is where the tenant lived when it was '
  'last asked for; null without a cluster';
alter table app.tenants add column if not exists move jsonb;
comment on column app.tenants.move is
  'The last move to another node of a cluster: {id, from, to, alone, status, done, total, error, created_at, started_at, finished_at}';
