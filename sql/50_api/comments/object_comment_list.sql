create or replace function api.object_comment_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.comments_page(tenant, args)
$$;
comment on function api.object_comment_list is 'List the comments on an object, oldest first';
