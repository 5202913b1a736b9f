create or replace function app.user_files_own(p_from app.users, p_into app.users)
returns void
language plpgsql volatile as $$
declare
  v_tenant text := p_from.tenant_id;
  v_now timestamptz := clock_timestamp();
  v_old app.files[];
  v_ids text[];
  v_new app.files[];
begin
  loop
    v_old := array(
      select row(f.*)::app.files as f from app.files f
      where f.tenant_id = v_tenant and f.uploaded_by = p_from.id
      order by f.id limit 1000 for update);
    exit when v_old = '{}';
    v_ids := array(select f.id from unnest(v_old) f order by f.id);
    with owned as (
      update app.files f set uploaded_by = p_into.id, revision = f.revision + 1, updated_at = v_now
      where f.tenant_id = v_tenant and f.id = any (v_ids)
      returning row(f.*)::app.files as file)
    select array_agg(o.file order by (o.file).id) into v_new from owned o;
    perform app.journal_write(v_tenant, 'file.updated', 'file', v_ids[i], app.file_json(v_new[i]),
      app.file_json(v_old[i]))
    from generate_subscripts(v_ids, 1) i;
  end loop;
end $$;
comment on function app.user_files_own is
  'Gives what one user uploaded to another, a thousand files at a time, those in the trash too';
