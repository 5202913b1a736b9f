create or replace function app.slugs_look(p_since timestamptz)
returns json
language plpgsql stable as $$
declare
  v_now timestamptz := clock_timestamp();
  -- A change shows when its transaction ends, a little after the moment that it notes.
  v_since timestamptz := coalesce(p_since - interval '1 minute', '-infinity');
begin
  return json_build_object('at', app.utc(v_now), 'changed', coalesce((
    select json_object_agg(t.tenant_id, case when t.status = 'active' then t.slug end) from app.tenants t
    where t.updated_at > v_since and (p_since is not null or t.status = 'active')), '{}'));
end $$;
comment on function app.slugs_look is
  'The slugs of active tenants that have changed since p_since, the at of the answer before: {at, changed: {<tenant>: slug}}, null '
  'for one that is not active any more. p_since null: of all';
