create or replace function platform.backup_schedule_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, true);
  v_ids text[] := array(
    select s.id from app.backup_schedules s order by s.created_at desc, s.id desc
    limit greatest(v_most + 1, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('schedules', (
      select json_agg(app.backup_schedule_json(row(s.*)::app.backup_schedules)
        order by s.created_at desc, s.id desc)
      from app.backup_schedules s where s.id = any (v_page)),
    cardinality(v_ids), v_most);
end $$;
comment on function platform.backup_schedule_list is 'List schedules of backups, newest first';
