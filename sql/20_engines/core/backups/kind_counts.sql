create or replace function app.kind_counts(p_rows jsonb)
returns jsonb
language plpgsql immutable as $$
declare v_kinds jsonb := app.table_kinds();
begin
  if p_rows is null then return null; end if;
  return coalesce((
    select json_object_agg(v_kinds->>r.key, r.value order by r.key)::jsonb
    from jsonb_each(p_rows) r where v_kinds ? r.key), '{}');
end $$;
comment on function app.kind_counts is
  'Counts of the rows of tables {table: n} as counts of the records that lists of the API have {kind: n}. Tables without a list are left out';
