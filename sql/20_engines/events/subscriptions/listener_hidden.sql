create or replace function app.listener_hidden(p_tenant text, p_authors jsonb)
returns text[]
language sql stable as $$
  select coalesce(array_agg(distinct h), '{}')
  from (select distinct e from jsonb_array_elements(p_authors) e) a
  cross join unnest(app.hearing_hidden(coalesce(app.party(p_tenant, a.e), '{}'))) h
$$;
comment on function app.listener_hidden is
  'Resource types of which a webhook, automation or function is not told at this moment: those '
  'that one of its authors [{type, id}] may not see with the rights they have now. An author who '
  'is gone sees what the scope read shows of data, and no more';
