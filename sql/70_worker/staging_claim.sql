create or replace function worker.staging_claim(p_tenant text, p_kind text, p_after text, p_limit integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids text[];
  v_row record;
  v_address text;
  v_new text;
  v_remapped json[] := '{}';
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  v_done := app.staging_check(p_tenant);
  for v_row in
    select f.id, '/f/' || f.id as address, null as domain, null as slug from app.forms f
    where p_kind = 'form' and f.tenant_id = p_tenant and f.id > p_after
    union all
    select i.id, '/hooks/' || i.id, null, null from app.integrations i
    where p_kind = 'hook' and i.tenant_id = p_tenant and i.id > p_after
    union all
    select d.id, '/d/' || d.share_token, null, d.share_token from app.dashboards d
    where p_kind = 'share' and d.tenant_id = p_tenant and d.id > p_after and d.share_token is not null
    union all
    select s.id, s.domain || '/s/' || s.slug, s.domain, s.slug from app.short_urls s
    where p_kind = 'short_url' and s.tenant_id = p_tenant and s.id > p_after
    order by 1 limit p_limit
  loop
    v_ids := v_ids || v_row.id::text;
    v_address := v_row.address;
    if v_row.domain <> '' then
      -- A domain is taken by its proof: until then nothing leads to its paths, and never where another tenant has proved it.
      continue when not exists (select 1 from app.tenant_hosts h where h.host = v_row.domain);
      v_new := case when exists (
          select 1 from app.short_urls s where s.tenant_id = p_tenant and s.domain = '' and s.slug = v_row.slug)
        or not app.address_take(p_tenant, '/s/' || v_row.slug)
        then app.short_url_name(p_tenant, '', null) else v_row.slug end;
      update app.short_urls s set domain = '', slug = v_new where s.tenant_id = p_tenant and s.id = v_row.id;
      v_remapped := v_remapped || json_build_object('kind', p_kind, 'from', v_address, 'to', '/s/' || v_new);
      continue;
    end if;
    continue when app.address_take(p_tenant, v_address);
    if p_kind = 'share' then
      v_new := auth.random_base62(32);
      perform app.address_take(p_tenant, '/d/' || v_new);
      update app.dashboards d set share_token = v_new where d.tenant_id = p_tenant and d.id = v_row.id;
    elsif p_kind = 'short_url' then
      v_new := app.short_url_name(p_tenant, v_row.domain, null);
      update app.short_urls s set slug = v_new where s.tenant_id = p_tenant and s.id = v_row.id;
    else
      -- It was free when its rows were read, and another restore of the same snapshot has taken it since; or the id is not one that we make.
      raise exception using message = format('%s leads to another tenant', v_address),
        errcode = case when v_row.id ~ '_[0-9a-f]{32}$' then 'serialization_failure' else 'data_exception' end;
    end if;
    -- A share token is a secret: its beginning tells which one it was.
    v_remapped := v_remapped || json_build_object('kind', p_kind,
      'from', case when p_kind = 'share' then left(v_row.slug, 4) || '…' else v_row.slug end,
      'to', case when p_kind = 'share' then left(v_new, 4) || '…' else v_new end);
  end loop;
  return json_build_object('last', v_ids[cardinality(v_ids)], 'remapped', array_to_json(v_remapped));
end $$;
comment on function worker.staging_claim is
  'Makes the addresses of the next p_limit records of a kind after p_after lead to a tenant that is being loaded. Share tokens and '
  'slugs that lead elsewhere are exchanged, and domains of others left: {last, remapped: [{kind, from, to}]}; last is null when there are no more';
