create or replace function app.sql_house_relation(p_tenant text, p_name text)
returns jsonb
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_columns text[];
  -- Those that are not a column of the table by themselves.
  v_made jsonb := '{}';
  v_from text;
  v_where text;
begin
  case p_name
  when 'files' then
    v_columns := '{id,filename,mime_type,size_bytes,access,folder,status,width,height,version,object_type_id,'
      'object_id,uploaded_by,created_at,updated_at}';
    v_from := 'app.files';
    v_where := 'not f.is_deleted';
  when 'users' then
    if not app.permission_covers(app.permissions_of(v_principal), 'users:read') then
      perform app.fail(403, 'INSUFFICIENT_SCOPE', 'The table users needs the scope auth, or the permission '
        'users:read.', '{"required": "auth"}');
    end if;
    v_columns := '{id,email,phone,role,email_verified,phone_verified,user_metadata,is_anonymous,banned_at,'
      'last_sign_in_at,created_at,updated_at}';
    v_made := '{"email_verified": "f.email_verified_at is not null",
      "phone_verified": "f.phone_verified_at is not null"}';
    v_from := 'app.users';
  when 'associations' then
    v_columns := '{id,association_type,from_type_id,from_id,to_type_id,to_id,meta,created_at,updated_at,created_by}';
    v_from := 'app.associations';
    v_where := 'not f.is_hidden';
  when 'events' then
    v_columns := '{id,event_type,data,user_id,created_at}';
    v_made := '{"event_type": "f.resource_id", "data": "(f.after->''data'')::jsonb",
      "user_id": "f.after->>''user_id''"}';
    v_from := 'app.journal';
    v_where := format('f.resource_type = ''event'' and f.created_at >= %L',
      app.retention_start(p_tenant, 'event_retention_days'));
  when 'object_types' then
    v_columns := '{id,name,display_name,strict,user_access,created_at,updated_at}';
    v_made := '{"strict": "f.is_strict"}';
    v_from := 'app.object_types';
  else return null;
  end case;
  if p_name in ('files', 'associations', 'events') and app.policies_bind(v_principal)
     and (exists (select 1 from app.parties(v_principal) p where p->>'type' = 'user' and app.policies_bind(p))
       or app.policies_of_caller(p_tenant) is not null) then
    perform app.fail(403, 'FORBIDDEN', format('Row policies limit which objects you see, and %s '
      'could reveal others. Use its own endpoints instead.', p_name));
  end if;
  return jsonb_build_object('columns', v_columns, 'text', format(
    'select %s from %s f where f.tenant_id = %L%s', (
      select string_agg(format('%s as %I', coalesce(v_made->>c, case when c ~ '(^|_)id$'
        then format('f.%I::text', c) else format('f.%I', c) end), c), ', ' order by n)
      from unnest(v_columns) with ordinality u(c, n)),
    v_from, p_tenant, ' and ' || v_where));
end $$;
comment on function app.sql_house_relation is
  'Returns the relation of a name other than an object type in a caller''s SQL, as '
  'app.sql_relation; null for an unknown name. Never secrets, nor what policies might hide';
