create or replace function app.short_url_check(
  p_old app.short_urls, p_new app.short_urls, args jsonb)
returns void
language plpgsql stable as $$
declare
  v_tenant text := p_new.tenant_id;
  v_file app.files;
  v_path text;
begin
  if p_new.url is not null and p_new.file_id is not null then
    perform app.invalid('file_id', 'one_target', 'cannot be combined with url: send one of the two');
  elsif p_new.url is null and p_new.file_id is null then
    perform app.invalid('url', 'required', 'is required, unless there is a file_id');
  end if;
  if p_new.file_id is distinct from p_old.file_id and p_new.file_id is not null then
    v_file := app.file_find(v_tenant, p_new.file_id);
    -- Reading is less than sharing: the link works for anyone who gets hold of it.
    if not app.file_is_own(v_file) then
      perform app.fail(403, 'FORBIDDEN', 'Only the user who uploaded a file may share it, or a '
        'role that permits files:manage.');
    end if;
  end if;
  -- A new slug is a new address: the domain may be of another tenant by now, or never have been proved here.
  if p_new.domain <> '' and (p_new.domain, p_new.slug) is distinct from (p_old.domain, p_old.slug) and not exists (
    select 1 from app.tenant_hosts h where h.tenant_id = v_tenant and h.host = p_new.domain) then
    perform app.invalid('domain', 'unverified_domain', 'is not a domain that this tenant has '
      'verified. Leave it out, or verify it first: POST /v1/branding/verify-domain');
  end if;
  select l.key into v_path
  from jsonb_each_text(args->'made'->'own_paths') l
  join app.tenant_hosts h on h.tenant_id = v_tenant and h.host = l.value limit 1;
  if found then perform app.short_url_loop(v_path); end if;
end $$;
comment on function app.short_url_check is
  'Refuses what a short URL cannot be: without a target or with two, with a file that the caller may '
  'not share, under a domain of others, or leading to a short URL';
