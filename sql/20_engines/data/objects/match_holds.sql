create or replace function app.match_holds(p_properties jsonb, p_key jsonb)
returns boolean
language sql immutable as $$
  -- @> by itself takes a part of an array or object for the whole.
  select p_properties @> p_key and not exists (
    select 1 from jsonb_each(p_key) k where p_properties->k.key <> k.value)
$$;
comment on function app.match_holds is
  'Whether properties hold exactly the values of a key of app.match_keys';
