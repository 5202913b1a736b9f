create or replace function app.authors_hold_all(p_tenant text, p_authors jsonb)
returns boolean
language sql stable as $$
  select not exists (
    select 1 from jsonb_array_elements(app.authors_all(p_authors)) a
    where not coalesce(app.party(p_tenant, a)->'scopes' ? '*', false))
$$;
comment on function app.authors_hold_all is
  'Whether all authors of some settings, {name: [{type, id}]}, hold everything';
