create or replace function api.comment_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.comments_page(tenant, args)
$$;
comment on function api.comment_list is 'List comments, newest first';
