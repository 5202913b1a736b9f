create or replace function app.filter_made(p_part app.filter_part, p_asked jsonb default null)
returns app.filter
language plpgsql stable as $$
declare v_sets jsonb;
begin
  if p_part.condition is null then return null; end if;
  if p_part.externals <> '{}' then
    v_sets := app.filter_sets(p_part.externals);
    if v_sets is not null then
      p_part.externals := array(
        select x - 'set' from unnest(p_part.externals) with ordinality e(x, n) order by n);
    end if;
  end if;
  return row(('strict ' || p_part.condition)::jsonpath, case when p_part.auth is null
      then jsonb_build_object('v', p_part.variables)
      else jsonb_build_object('v', p_part.variables, 'auth', p_part.auth) end,
    p_part.externals = '{}', to_jsonb(p_part.externals), to_jsonb(p_part.terms),
    null, v_sets, p_asked)::app.filter;
end $$;
comment on function app.filter_made is
  'What has been put together, as a filter; null for nothing. p_asked: what of it has a price '
  '(app.filter_asked)';
