create or replace function api.identity_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select coalesce(json_agg(app.identity_json(row(i.*)::app.identities) order by i.id desc), '[]')
  from app.identities i
  where i.tenant_id = tenant and i.user_id = app.principal()->>'user_id'
$$;
comment on function api.identity_list is 'List your accounts at identity providers';
