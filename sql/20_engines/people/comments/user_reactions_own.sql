create or replace function app.user_reactions_own(p_from app.users, p_into app.users)
returns void
language plpgsql volatile as $$
declare
  v_twice app.comment_reactions;
  v_comment app.comments;
begin
  for v_twice in
    select r.* from app.comment_reactions r
    join app.comment_reactions o on o.tenant_id = r.tenant_id and o.comment_id = r.comment_id
      and o.emoji = r.emoji and o.author_id = p_into.id
    where r.tenant_id = p_from.tenant_id and r.author_id = p_from.id
    order by r.comment_id, r.emoji
  loop
    select * into v_comment from app.comments c
    where c.tenant_id = v_twice.tenant_id and c.id = v_twice.comment_id for update;
    delete from app.comment_reactions r
    where r.tenant_id = v_twice.tenant_id and r.comment_id = v_twice.comment_id
      and r.emoji = v_twice.emoji and r.author_id = p_from.id;
    perform app.comment_react(v_comment, v_twice.emoji, -1);
  end loop;
  update app.comment_reactions r set author_id = p_into.id
  where r.tenant_id = p_from.tenant_id and r.author_id = p_from.id;
end $$;
comment on function app.user_reactions_own is
  'Gives the reactions of one user to another: those that both have given count once';
