create or replace function worker.records_comments(p_tenant text, p_ids text[])
returns table (id text, type text, object_id text, shown jsonb, record jsonb)
language plpgsql volatile as $$
begin
  return query
    select c.id::text, t.name::text, coalesce(c.object_id, f.object_id)::text,
      jsonb_build_object('body', c.body, 'author_id', c.author_id, 'object_type', case when c.object_id is not null then t.name end,
        'object_id', c.object_id, 'file_id', c.file_id, 'parent_id', c.parent_id, 'mentions', c.mentions,
        'attachments', c.attachments, 'reactions', c.reactions, 'is_resolved', c.resolved_at is not null),
      jsonb_build_object('comment', to_jsonb(row(c.*)::app.comments), 'reactions', coalesce((
          select json_agg(to_jsonb(row(r.*)::app.comment_reactions))::jsonb from app.comment_reactions r
          where r.tenant_id = p_tenant and r.comment_id = c.id), '[]'),
        'deleted_parents', (
          with recursive parents as (
            select row(p.*)::app.comments as p from app.comments p
            where p.tenant_id = p_tenant and p.id = c.parent_id and p.is_deleted
            union all
            select row(p.*)::app.comments from parents q
            join app.comments p on p.tenant_id = p_tenant and p.id = (q.p).parent_id and p.is_deleted)
          select coalesce(json_agg(to_jsonb(q.p))::jsonb, '[]') from parents q))
    from app.comments c
    left join app.files f on f.tenant_id = c.tenant_id and f.id = c.file_id
    left join app.object_types t on t.tenant_id = c.tenant_id and t.id = coalesce(c.object_type_id, f.object_type_id)
    where c.tenant_id = p_tenant and c.id = any (p_ids) and not c.is_deleted;
end $$;
comment on function worker.records_comments is
  'Comments as a restore compares them (shown), and all that they are made of again, with deleted comments that they answer. The '
  'object is that of the comment, or of its file';
