create or replace function api.file_tag_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.file_tags;
  v_done text;
begin
  -- Two at once would both be the thousandth.
  perform from app.tenants t where t.tenant_id = tenant for no key update;
  if (select count(*) >= 1000 from app.file_tags t where t.tenant_id = tenant) then
    perform app.fail(409, 'INVALID_STATE',
      'A tenant can have at most 1,000 tags. Delete one first.', '{"max": 1000}');
  end if;
  insert into app.file_tags (tenant_id, id, name, color, created_at, updated_at, created_by)
  values (tenant, app.id_of_new('ftag'), args->>'name', lower(args->>'color'), v_now, v_now,
    app.principal()->>'user_id')
  on conflict do nothing
  returning * into v_new;
  if not found then perform app.taken('name', args->>'name', 'tag'); end if;
  v_done := app.journal_write(tenant, 'file_tag.created', 'file_tag', v_new.id,
    app.file_tag_json(v_new));
  return app.file_tag_shown(null, v_new);
end $$;
comment on function api.file_tag_create is 'Create a file tag';
