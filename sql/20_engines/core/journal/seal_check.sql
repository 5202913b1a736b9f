create or replace function app.seal_check(p_tenant text, p_to timestamptz)
returns void
language plpgsql stable as $$
declare
  v_rewinds jsonb;
  v_rewind jsonb;
  -- A row has the time when it was written, and is committed a little later.
  v_moment timestamptz := p_to + interval '1 minute';
begin
  if app.place_shift(p_tenant) = 0 then return; end if;
  select t.rewinds into v_rewinds from app.tenants t where t.tenant_id = p_tenant;
  for v_rewind in select jsonb_array_elements(v_rewinds) loop
    if v_moment >= (v_rewind->>'restored_to')::timestamptz and p_to <= (v_rewind->>'noticed_at')::timestamptz then
      perform app.rewound(v_rewind, 'hash');
    end if;
  end loop;
end $$;
comment on function app.seal_check is
  'Refuses with 410 a seal that the journal does not have, of a row of the moment p_to, where that time is lost because the '
  'database has gone back (app.rewind)';
