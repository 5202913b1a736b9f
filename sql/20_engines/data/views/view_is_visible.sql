create or replace function app.view_is_visible(p_view app.views)
returns boolean
language sql stable as $$
  select p_view.visibility = 'shared'
    or p_view.created_by is not distinct from app.principal()->>'user_id'
      -- Nor is it open to a run with another author. A user who is gone has no id, and is not a key.
      and not exists (
        select 1 from app.parties() p
        where not coalesce(p->'scopes' ? '*', false)
          and (p->>'user_id' is distinct from p_view.created_by
            or p->>'user_id' is null and coalesce(p->>'type', 'user') = 'user'))
$$;
comment on function app.view_is_visible is
  'Tells whether the caller sees a view: only its maker sees a private one; keys share theirs';
