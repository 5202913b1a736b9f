create or replace function app.filter_made(p_part app.filter_part)
returns app.filter
language plpgsql stable as $$
begin
  if p_part.condition is null then return null; end if;
  return row(('strict ' || p_part.condition)::jsonpath, case when p_part.auth is null
      then jsonb_build_object('v', p_part.variables)
      else jsonb_build_object('v', p_part.variables, 'auth', p_part.auth) end,
    p_part.externals = '{}', to_jsonb(p_part.externals), to_jsonb(p_part.terms),
    null)::app.filter;
end $$;
comment on function app.filter_made is
  'What has been put together, as a filter; null for nothing';
