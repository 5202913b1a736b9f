create or replace function app.comments_find(
  p_target app.comments, p_query text, p_ids text[], p_sight jsonb, p_is_asc boolean, p_from text,
  p_limit integer)
returns text[]
language plpgsql stable as $$
begin
  if p_is_asc then
    return app.comments_oldest(
      p_target, p_query, p_ids, p_sight, coalesce(p_from, ''), p_limit);
  end if;
  return app.comments_newest(p_target, p_query, p_ids, p_sight, coalesce(p_from, '~'), p_limit);
end $$;
comment on function app.comments_find is
  'The ids of up to p_limit comments behind p_from (null: from the beginning), oldest or newest first'
;
