create or replace function app.short_url_merge(p_old app.short_urls, args jsonb)
returns app.short_urls
language plpgsql stable as $$
declare
  v_tenant text := p_old.tenant_id;
  v_new app.short_urls := jsonb_populate_record(p_old, args - '{tags,made,base_url,host,domain}'::text[]);
begin
  v_new.tenant_id := v_tenant;
  v_new.id := p_old.id;
  v_new.domain := coalesce(case when args ? 'domain' then args->>'domain' else p_old.domain end, '');
  v_new.is_enabled := coalesce((args->>'is_active')::boolean, p_old.is_enabled, true);
  v_new.utm := coalesce(v_new.utm, '{}');
  v_new.metadata := coalesce(v_new.metadata, '{}');
  v_new.clicks := coalesce(p_old.clicks, 0);
  v_new.tags := case when jsonb_typeof(args->'tags') = 'array' then array(
      select distinct t from jsonb_array_elements_text(args->'tags') t order by t)
    else coalesce(p_old.tags, '{}') end;
  -- Naming one target drops the other.
  if args->>'url' is not null and args->>'file_id' is null then v_new.file_id := null; end if;
  if args->>'file_id' is not null and args->>'url' is null then v_new.url := null; end if;
  if args->'made' ? 'password_hash' then
    v_new.password_hash := args->'made'->>'password_hash';
  else
    v_new.password_hash := p_old.password_hash;
  end if;
  perform app.short_url_check(p_old, v_new, args);
  return v_new;
end $$;
comment on function app.short_url_merge is
  'A short URL with the changes of a request put in and checked; not stored yet';
