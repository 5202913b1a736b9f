create or replace function app.user_acts(p_tenant text, p_user text)
returns boolean
language plpgsql stable as $$
declare
  -- As app.actor writes them.
  v_found text[] := array(select concat(a->>'type', ':', a->>'id') from jsonb_array_elements(app.actors()) a);
  v_next text[] := v_found;
  v_user text := 'user:' || p_user;
begin
  while not v_user = any (v_found) and cardinality(v_next) > 0 loop
    v_next := array(
      select distinct k.created_by from app.api_keys k
      where k.tenant_id = p_tenant and 'api_key:' || k.id = any (v_next) and k.created_by <> all (v_found));
    v_found := v_found || v_next;
  end loop;
  return v_user = any (v_found);
end $$;
comment on function app.user_acts is
  'Tells whether a user acts: as the caller, as one who wrote a part of what runs, or by an API key that the user, or a key of that user, has made';
