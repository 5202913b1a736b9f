create or replace function app.view_is_visible(p_view app.views)
returns boolean
language sql stable as $$
  select p_view.visibility = 'shared'
    or p_view.created_by is not distinct from app.principal()->>'user_id'
      -- Nor is it open to a run that somebody else has written a part of.
      and not exists (
        select 1 from app.parties() p
        where not coalesce(p->'scopes' ? '*', false)
          and p->>'user_id' is distinct from p_view.created_by)
$$;
comment on function app.view_is_visible is
  'Whether the caller sees a view: a private one is its maker''s alone; keys share theirs';
