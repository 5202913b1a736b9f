create or replace function platform.backup_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, args - '{limit,offset}'::text[] = '{}');
  v_ids text[] := app.backups_find(args, greatest(v_most + 1, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('backups', (
      select json_agg(app.backup_json(row(b.*)::app.backups) order by b.created_at desc, b.id desc)
      from app.backups b where b.id = any (v_page)),
    cardinality(v_ids), v_most);
end $$;
comment on function platform.backup_list is 'List backups, newest first';
