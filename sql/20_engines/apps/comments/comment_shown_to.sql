create or replace function app.comment_shown_to(p_comment app.comments, p_user_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  v_caller jsonb := app.principal();
  v_principal jsonb;
  v_shown text[] := '{}';
  v_id text;
  v_done text;
begin
  foreach v_id in array p_user_ids loop
    v_principal := app.party(p_comment.tenant_id, jsonb_build_object('type', 'user', 'id', v_id));
    continue when v_principal is null;
    v_done := app.act_as(v_principal);
    if app.comment_shows(app.file_sight(p_comment.tenant_id), p_comment) then
      v_shown := v_shown || v_id;
    end if;
  end loop;
  v_done := app.act_back(v_caller);
  return v_shown;
end $$;
comment on function app.comment_shown_to is
  'Returns those of some users who see a comment, each asked with their current rights; without '
  'banned users. The caller stays who it is';
