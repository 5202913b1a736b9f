create or replace function app.restore_new_check(args jsonb, p_old_tenant text)
returns void
language plpgsql stable as $$
declare v_field text;
begin
  if args->>'name' is null then
    perform app.invalid('name', 'required', 'must be given: the name of the new tenant');
  end if;
  v_field := (select min(f) from unnest(array['target_tenant_id', 'only', 'on_conflict', 'fire_events', 'confirm_token']) f
    where args ? f and args->f <> 'false');
  if v_field is not null then
    perform app.invalid(v_field, 'not_allowed', 'is for the modes in_place and merge: leave it out');
  end if;
  perform app.shard_room_check();
  perform app.slug_free_check(args->>'slug');
  if args @> '{"keep_tenant_id":true}' and exists (
    select 1 from app.tenants t where t.tenant_id = p_old_tenant) then
    perform app.fail(409, 'ALREADY_EXISTS', format(
      'The id %s belongs to a tenant that is here, or was deleted here. Leave keep_tenant_id out.', p_old_tenant),
      null, 'keep_tenant_id');
  end if;
end $$;
comment on function app.restore_new_check is
  'Refuses a restore as a new tenant whose name is missing, whose slug or id is taken, or for which there is no room';
