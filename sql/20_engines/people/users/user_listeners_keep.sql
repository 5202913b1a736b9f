create or replace function app.user_listeners_keep(p_user app.users)
returns void
language plpgsql volatile as $$
declare
  v_tenant text := p_user.tenant_id;
  v_author jsonb := jsonb_build_object('type', 'user', 'id', p_user.id);
  v_principal jsonb := app.author_principal(v_tenant, v_author);
  v_mark jsonb := case when not app.policies_bind(v_principal) then '{"was_unbound": true}'
    when app.data_hidden(v_principal) <> '{}' then '{"was_blind": true}' end;
begin
  if v_mark is null then return; end if;
  update app.webhooks w set authors = (
    select json_object_agg(a.part, (
      select coalesce(json_agg(case when x @> v_author then x || v_mark else x end)::jsonb, '[]')
      from jsonb_array_elements(a.authors) x))::jsonb
    from jsonb_each(w.authors) a(part, authors))
  where w.tenant_id = v_tenant and jsonb_path_exists(
    w.authors, '$.*[*] ? (@.type == "user" && @.id == $id)', jsonb_build_object('id', p_user.id));
end $$;
comment on function app.user_listeners_keep is
  'Webhooks of a user whom policies do not bind go on hearing of all rows when the user is removed, those of a user who '
  'may not read data of no data; those of others are told from then on only of what policies hide from no one';
