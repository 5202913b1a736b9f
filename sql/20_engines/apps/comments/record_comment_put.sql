create or replace function app.record_comment_put(p_tenant text, p_id text, p_does text, p_shown jsonb, p_record jsonb)
returns void
language plpgsql volatile as $$
declare
  v_type text := (
    select t.id from app.object_types t where t.tenant_id = p_tenant and t.name = p_shown->>'object_type');
  v_own jsonb := jsonb_build_object('tenant_id', p_tenant, 'object_type_id', v_type);
  v_old app.comments;
  v_new app.comments;
  v_done text;
begin
  select * into v_old from app.comments c where c.tenant_id = p_tenant and c.id = p_id for update;
  if p_does = 'delete' then
    perform app.comment_remove(v_old);
    return;
  elsif p_shown->>'object_id' is not null and not exists (
    select 1 from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = v_type and o.id = p_shown->>'object_id' and not o.is_deleted) then
    perform app.not_found('object', p_shown->>'object_id');
  elsif p_shown->>'file_id' is not null and not exists (
    select 1 from app.files f where f.tenant_id = p_tenant and f.id = p_shown->>'file_id' and not f.is_deleted) then
    perform app.not_found('file', p_shown->>'file_id');
  end if;
  if v_old.id is null then
    insert into app.comments (tenant_id, id, object_type_id, object_id, file_id, parent_id, depth, author_id, body,
      mentions, told, attachments, reactions, resolved_at, edited_at, is_deleted, created_at,
      updated_at)
    select r.* from jsonb_array_elements(p_record->'deleted_parents') j
    cross join lateral jsonb_populate_record(null::app.comments, j || v_own) r on conflict do nothing;
    if p_shown->>'parent_id' is not null and not exists (
      select 1 from app.comments c where c.tenant_id = p_tenant and c.id = p_shown->>'parent_id') then
      perform app.not_found('comment', p_shown->>'parent_id');
    end if;
    v_new := jsonb_populate_record(v_new, (p_record->'comment') || v_own);
    insert into app.comments (tenant_id, id, object_type_id, object_id, file_id, parent_id, depth, author_id, body,
      mentions, told, attachments, reactions, resolved_at, edited_at, is_deleted, created_at,
      updated_at) values (v_new.*);
    v_done := app.journal_comment('comment.created', null, v_new);
  else
    v_new := jsonb_populate_record(v_old, (p_record->'comment') || v_own);
    perform app.comment_save('comment.updated', v_old, v_new);
  end if;
  delete from app.comment_reactions r where r.tenant_id = p_tenant and r.comment_id = p_id;
  insert into app.comment_reactions (tenant_id, comment_id, emoji, author_id, created_at)
  select r.* from jsonb_array_elements(p_record->'reactions') j
  cross join lateral jsonb_populate_record(null::app.comment_reactions, j || v_own) r;
end $$;
comment on function app.record_comment_put is
  'Makes, changes or deletes a comment for a restore, with its reactions: 404 where its object, its file or the comment that it '
  'answers is not there. A comment that was deleted gets its text back';
