create or replace function api.short_url_open(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_link app.short_urls;
  v_file app.files;
begin
  select * into v_link from app.short_urls s
  where s.tenant_id = tenant and s.domain = args->>'domain' and s.slug = args->>'slug';
  if not found then
    perform app.fail(404, 'NOT_FOUND', 'There is nothing at this address.');
  end if;
  if not app.short_url_is_active(v_link) then return app.short_url_end(v_link); end if;
  -- Compared in Node with the hash of that moment: a password changed since then is asked for again.
  if v_link.password_hash is not null
    and v_link.password_hash is distinct from args->>'compared_hash' then
    return '{"needs_password": true}';
  end if;
  if v_link.file_id is not null then
    select * into v_file from app.files f
    where f.tenant_id = tenant and f.id = v_link.file_id and not f.is_deleted
      and f.status = 'ready';
    if not found then
      perform app.fail(410, 'GONE', 'The file that this link leads to has been deleted.');
    end if;
  end if;
  -- A HEAD request, which only checks the link, is no click.
  if not args @> '{"is_head": true}' and not app.short_url_click(v_link, args) then
    return app.short_url_end(v_link);
  end if;
  return json_build_object('location', v_link.url, 'utm', v_link.utm,
    'file', case when v_file.id is not null then json_build_object('id', v_file.id,
      'is_public', v_file.access = 'public', 'generation', v_file.generation,
      'expires', floor(extract(epoch from clock_timestamp()))::bigint + 3600) end);
end $$;
comment on function api.short_url_open is 'Counts a click on a short URL and returns its target';
