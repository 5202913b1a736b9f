create or replace function app.user_comments_remove(p_user app.users)
returns void
language plpgsql volatile as $$
declare
  v_comments app.comments[];
begin
  loop
    v_comments := array(
      select row(c.*)::app.comments as c from app.comments c
      where c.tenant_id = p_user.tenant_id and c.author_id = p_user.id and not c.is_deleted
      order by c.id limit 1000 for update);
    exit when cardinality(v_comments) = 0;
    perform app.comment_remove(c) from unnest(v_comments) c;
  end loop;
end $$;
comment on function app.user_comments_remove is
  'Deletes what a user has said, a thousand comments at a time, wherever it is';
