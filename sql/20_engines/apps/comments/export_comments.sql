create or replace function app.export_comments(p_tenant text, p_user_id text)
returns json
language plpgsql stable as $$
declare v_sight jsonb := app.file_sight(p_tenant);
begin
  return (
    select coalesce(json_agg(app.comment_json(c.comment) order by (c.comment).id), '[]')
    from (
      select row(c.*)::app.comments as comment from app.comments c
      where c.tenant_id = p_tenant and c.author_id = p_user_id and not c.is_deleted
        and app.comment_shows(v_sight, row(c.*)::app.comments)
      order by c.id limit 100000) c);
end $$;
comment on function app.export_comments is
  'Returns a user''s comments, for the export of their data; comments on records that they no '
  'longer see are left out';
