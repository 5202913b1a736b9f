create or replace function app.jsonb_differing(p_old jsonb, p_new jsonb)
returns text[]
language sql immutable as $$
  select array(
    select k from jsonb_object_keys(p_old || p_new) k
    where p_old->k is distinct from p_new->k order by 1)
$$;
comment on function app.jsonb_differing is 'The names whose values differ between two maps';
