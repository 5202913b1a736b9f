create or replace function app.rows_shown_to(
  p_tenant text, p_principal jsonb, p_rows app.journal[])
returns app.journal[]
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_sight jsonb;
  v_judged text[];
  v_hidden text[] := app.data_hidden(p_principal);
  v_done text;
begin
  p_rows := array(
    select r from unnest(p_rows) r where r.resource_type <> all (v_hidden) order by r.id);
  if app.is_administrator(p_principal) or cardinality(p_rows) = 0 then return p_rows; end if;
  v_done := app.act_as(p_principal);
  v_sight := app.journal_sight(p_tenant);
  if v_sight is not null then
    v_judged := app.journal_judged(v_sight);
    p_rows := array(
      select case when r.resource_type = any (v_judged) then app.journal_redacted(v_sight, r) else r end
      from unnest(p_rows) r
      where r.resource_type <> all (v_judged) or app.journal_is_visible(v_sight, r) order by r.id);
  end if;
  v_done := app.act_back(v_principal);
  return p_rows;
end $$;
comment on function app.rows_shown_to is
  'Those of some rows of the journal that policies show a principal, as they show them; none of data to those who may '
  'not read it. The caller stays who it is';
