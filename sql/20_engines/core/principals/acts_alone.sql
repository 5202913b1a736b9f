create or replace function app.acts_alone(p_id text)
returns boolean
language sql stable as $$
  select coalesce(app.principal()->>'id' = p_id, false) and not exists (
    select 1 from app.parties() p
    where not coalesce(p->'scopes' ? '*', false) and p->>'id' is distinct from p_id)
$$;
comment on function app.acts_alone is
  'Whether the caller is the one of an id, and, in a run, so is everyone who wrote a part of it, but for holders of the scope *';
