create or replace function app.comment_merge(p_comment app.comments, args jsonb)
returns app.comments
language plpgsql stable as $$
declare
  v_tenant text := p_comment.tenant_id;
  v_named text[];
  v_id text;
begin
  p_comment.body := coalesce(args->>'body', p_comment.body);
  if args ? 'mentions' then
    v_named := '{}';
    if args->'mentions' <> '[]' then
      v_named := array(
        select m.id from jsonb_array_elements_text(args->'mentions') with ordinality m(id, n)
        group by m.id order by min(m.n));
      select m into v_id from unnest(v_named) m
      where not exists (select 1 from app.users u where u.tenant_id = v_tenant and u.id = m) limit 1;
      if found then perform app.not_found('user', v_id); end if;
    end if;
    p_comment.mentions := v_named;
  end if;
  if args ? 'attachments' then
    v_named := '{}';
    if args->'attachments' <> '[]' then
      v_named := array(
        select a.id from jsonb_array_elements_text(args->'attachments') with ordinality a(id, n)
        group by a.id order by min(a.n));
      perform app.permission_check('files:read');
    end if;
    foreach v_id in array v_named loop
      -- One that was attached before may have gone since.
      if v_id <> all (coalesce(p_comment.attachments, '{}')) then perform app.file_find(v_tenant, v_id); end if;
    end loop;
    p_comment.attachments := v_named;
  end if;
  return p_comment;
end $$;
comment on function app.comment_merge is
  'Returns a comment with body, mentions and attachments as args say; 404 for users that do not '
  'exist and files that the caller does not see';
