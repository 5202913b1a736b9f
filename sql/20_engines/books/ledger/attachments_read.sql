create or replace function app.attachments_read(p_tenant text, p_ids jsonb, p_known text[])
returns text[]
language plpgsql stable as $$
declare
  v_ids text[] := array(
    select f.id from jsonb_array_elements_text(p_ids) with ordinality f(id, n)
    group by f.id order by min(f.n));
  v_id text;
begin
  if v_ids <> '{}' then perform app.permission_check('files:read'); end if;
  foreach v_id in array v_ids loop
    -- One that was attached before may have gone since.
    if v_id <> all (p_known) then perform app.file_find(p_tenant, v_id); end if;
  end loop;
  return v_ids;
end $$;
comment on function app.attachments_read is
  'The files that a record is given, each once; 404 for one that the caller does not see';
