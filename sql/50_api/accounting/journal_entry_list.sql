create or replace function api.journal_entry_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_base text := (app.ledger_find(tenant)).base_currency;
  v_limit integer := args->>'limit';
  v_filters jsonb := args - '{limit,cursor,count}'::text[];
  v_binding text := concat_ws('|', 'journal_entry.list', tenant, v_filters);
  v_ids text[] := app.entries_find(tenant, args, app.cursor_before(v_binding, args->>'cursor'), v_limit + 1);
  v_most integer := app.count_most(args, v_filters = '{}');
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := cardinality(app.entries_find(tenant, args, '~', v_most + 1));
  end if;
  return app.paged((
      select json_agg(app.entry_json(row(e.*)::app.ledger_entries, v_base) order by e.id desc)
      from app.ledger_entries e
      where e.tenant_id = tenant and e.id = any (v_ids[:v_limit])),
    app.cursor_next(v_binding, cardinality(v_ids) > v_limit, v_ids[v_limit]), v_total, v_most);
end $$;
comment on function api.journal_entry_list is 'List journal entries, newest first';
