create or replace function app.user_merge(p_from app.users, p_into app.users)
returns void
language plpgsql volatile as $$
declare v_column record;
begin
  perform app.user_objects_own(p_from, p_into);
  perform app.user_files_own(p_from, p_into);
  perform app.user_views_own(p_from, p_into);
  perform app.user_reactions_own(p_from, p_into);
  for v_column in select * from app.user_columns() c where c.on_merge = 'move' loop
    execute format(case v_column.kind
        when 'id' then 'update app.%1$I r set %2$I = $2 where r.tenant_id = $1 and r.%2$I = $3'
        when 'user' then
          $u$update app.%1$I r set %2$I = 'user:' || $2 where r.tenant_id = $1 and r.%2$I = 'user:' || $3$u$
        when 'party' then
          $u$update app.%1$I r set %2$I = r.%2$I || jsonb_build_object('id', $2)
             where r.tenant_id = $1 and r.%2$I->>'id' = $3$u$
      end, v_column.table_name, v_column.column_name)
    using p_from.tenant_id, p_into.id::text, p_from.id::text;
  end loop;
  perform app.journal_write(p_into.tenant_id, 'user.linked', 'user', p_into.id,
    json_build_object('id', p_into.id, 'email', p_into.email, 'merged', p_from.id));
end $$;
comment on function app.user_merge is
  'Gives what belongs to one user to another: app.user_columns says what that is. Ways to sign in and roles are not taken along, '
  'for the other account has its own; nor is what acts as the first one, for it may do no more than before';
