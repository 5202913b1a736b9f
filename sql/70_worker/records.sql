create or replace function worker.records(p_tenant text, p_kind text, p_ids text[])
returns table (id text, type text, object_id text, shown text, record text, sealed json)
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  case p_kind
  when 'users' then
    return query
      select r.id, r.type, r.object_id, r.shown::text, r.record::text, r.sealed::json
      from worker.records_users(p_tenant, p_ids) r;
  when 'files' then
    return query
      select r.id, r.type, r.object_id, r.shown::text, r.record::text, null::json
      from worker.records_files(p_tenant, p_ids) r;
  when 'file_collections' then
    return query
      select r.id, r.type, r.object_id, r.shown::text, r.record::text, null::json
      from worker.records_collections(p_tenant, p_ids) r;
  when 'comments' then
    return query
      select r.id, r.type, r.object_id, r.shown::text, r.record::text, null::json
      from worker.records_comments(p_tenant, p_ids) r;
  else
    return query
      select r.id, null::text, null::text, r.shown::text, r.record::text, null::json
      from worker.records_rows(p_tenant, p_kind, p_ids) r;
  end case;
end $$;
comment on function worker.records is
  'Records of a kind, which are no configuration and no objects, by their ids: what is compared of them (shown), what they are made '
  'of again (record, and sealed with secrets), and the object that they belong to. As text, so that no digit of a number is lost';
