create or replace function app.kept(
  p_like anyelement, p_tenant text, p_text text, p_given text, p_given_2 text default '')
returns anyelement
language plpgsql volatile as $$
declare
  v_name constant text := p_tenant || '_' || to_hex(hashtext(p_text));
  v_row record;
  v_set text;
begin
  if strpos(coalesce(current_setting('app.kept', true), ''), v_name || ' ') = 0
    and not app.keep(p_tenant, v_name, p_text)
  then
    return null;
  end if;
  v_set := set_config('app.given', p_given, true) || set_config('app.given_2', p_given_2, true);
  execute 'execute ' || v_name into v_row;
  return v_row.found;
end $$;
comment on function app.kept is
  'The row of a statement that is planned once per tenant and connection of a cluster, as `found`; null if there is no such row, or '
  'the statement is not kept. Its text names the tenant as %L, one table, and values as current_setting(''app.given''), '
  'app.given_2: with a parameter, Citus plans each execution, twice';
