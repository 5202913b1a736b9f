create or replace function app.comment_target_hold(p_tenant text, args jsonb)
returns app.comments
language plpgsql volatile as $$
declare
  v_target app.comments;
  v_type app.object_types;
  v_is_held boolean := true;
begin
  if args ? 'object_type_id' then
    v_type := app.object_type_hold(p_tenant, args->>'object_type_id');
    v_is_held := app.object_hold(p_tenant, v_type.id, args->>'object_id', false);
  elsif args ? 'file_id' then
    perform from app.files f
    where f.tenant_id = p_tenant and f.id = args->>'file_id' for key share;
  end if;
  if args ? 'object_id' and not v_is_held then
    perform app.not_found('object', args->>'object_id');
  end if;
  v_target := app.comment_target(p_tenant, args);
  if v_target.object_id is null and v_target.file_id is null then
    perform app.invalid('object_type_id', 'required',
      'is missing: send object_type_id and object_id, or file_id, to name what the comment is on');
  end if;
  return v_target;
end $$;
comment on function app.comment_target_hold is
  'app.comment_target for a new comment: what it is on stays until the commit; 403 for a role that '
  'may not write objects of the type';
