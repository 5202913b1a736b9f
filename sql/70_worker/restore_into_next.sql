create or replace function worker.restore_into_next(p_id text, p_changes jsonb)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare v_options jsonb := coalesce(p_changes->'options', '{}');
begin
  update app.restores r set options = r.options || v_options
  where r.id = p_id and r.status in ('pending', 'running') and v_options <> '{}';
  return worker.restore_next(p_id, p_changes - 'options');
end $$;
comment on function worker.restore_into_next is
  'worker.restore_next of a restore into a living tenant: its options are added to those that it has';
