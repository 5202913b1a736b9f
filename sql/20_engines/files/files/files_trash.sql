create or replace function app.files_trash(p_tenant text, p_files app.files[])
returns void
language plpgsql volatile as $$
declare
  v_gone jsonb := jsonb_build_object('is_deleted', true, 'deleted_at', clock_timestamp());
  v_slots app.files[] := array(select f from unnest(p_files) f where f.status = 'pending');
  v_files app.files[] := array(select f from unnest(p_files) f where f.status <> 'pending');
begin
  perform app.files_held_check(p_tenant, array(select f.id from unnest(p_files) f));
  perform app.files_purge(p_tenant, v_slots);
  perform app.files_save(p_tenant, 'file.deleted', v_files, array(
    select jsonb_populate_record(v_files[i], v_gone)
    from generate_subscripts(v_files, 1) i order by i));
end $$;
comment on function app.files_trash is
  'Moves locked files to the trash; 409 for one that is held. Those that are pending are removed for good: there is nothing '
  'to bring back yet, and the place that was kept for them is free again';
