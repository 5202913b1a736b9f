create or replace function app.attachments_read(p_tenant text, p_ids jsonb, p_known text[], p_param text)
returns text[]
language plpgsql stable as $$
declare
  v_ids text[] := array(
    select f.id from jsonb_array_elements_text(p_ids) with ordinality f(id, n)
    group by f.id order by min(f.n));
  v_id text;
begin
  if v_ids <> '{}' then perform app.permission_check('files:read'); end if;
  -- One that was attached before may have gone since.
  select i.id into v_id from unnest(v_ids) with ordinality i(id, n)
  where i.id <> all (p_known) and not exists (
    select 1 from app.files f
    where f.tenant_id = p_tenant and f.id = i.id and not f.is_deleted and f.status = 'ready'
      and app.file_shows(app.file_sight(p_tenant), row(f.*)::app.files))
  order by i.n limit 1;
  if found then
    perform app.fail(404, 'NOT_FOUND', format('There is no file %s here.', left(v_id, 100)),
      jsonb_build_object('resource', 'file'), p_param);
  end if;
  return v_ids;
end $$;
comment on function app.attachments_read is
  'The files that a record is given, each once; 404 for one that the caller does not see';
