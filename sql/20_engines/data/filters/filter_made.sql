create or replace function app.filter_made(p_part app.filter_part, p_asked jsonb default null)
returns app.filter
language plpgsql stable as $$
declare
  v_externals jsonb := '[]';
  v_sets jsonb;
begin
  if p_part.condition is null then return null; end if;
  if p_part.externals = array['{"system": true}'::jsonb]
    and p_part.condition !~ '\$(created_at|updated_at|x)\M' then
    v_externals := '["row"]';
  elsif p_part.externals <> '{}' then
    v_sets := app.filter_sets(p_part.externals);
    v_externals := to_jsonb(p_part.externals);
    if v_sets is not null then
      v_externals := to_jsonb(array(
        select x - 'set' from unnest(p_part.externals) with ordinality e(x, n) order by n));
    end if;
  end if;
  return row(('strict ' || p_part.condition)::jsonpath, case when p_part.auth is null
      then jsonb_build_object('v', p_part.variables)
      -- Without what no condition can name.
      else jsonb_build_object('v', p_part.variables, 'auth', p_part.auth
        - '{permissions,scopes,ip,user_agent,request_id}'::text[]) end,
    v_externals = '[]', v_externals, to_jsonb(p_part.terms), null, v_sets, p_asked)::app.filter;
end $$;
comment on function app.filter_made is
  'Combines parts into a filter; null for nothing. p_asked: the part that has a price '
  '(app.filter_asked). Its externals are ["row"] where id, created_by and version are all that it '
  'asks besides properties';
