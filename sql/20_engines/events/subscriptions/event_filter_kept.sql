create or replace function app.event_filter_kept(p_tenant text, p_filters jsonb)
returns app.filter
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_filter app.filter;
  v_done text;
begin
  if coalesce(p_filters, '[]') in ('[]', '{}') then return null; end if;
  -- The rights to use what they name were checked when the conditions were saved.
  v_done := app.act_as('{"type":"system","id":"listeners","scopes":["*"]}');
  v_filter := app.event_filter(p_tenant, p_filters, 'conditions');
  v_done := app.act_back(v_principal);
  return v_filter;
exception when others then
  if sqlstate !~ '^(PT4|22)' then raise; end if;
  return row('strict (1 == 0)', '{}', true, '[]', '[]', null, null, null)::app.filter;
end $$;
comment on function app.event_filter_kept is
  'The conditions of a webhook, automation or function as they were kept, to be asked of events. '
  'Those that do not compile any more let nothing through, and hold up no one else';
