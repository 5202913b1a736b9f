create or replace function app.form_submissions_find(
  p_form app.forms, p_status text, p_search text, p_most integer)
returns text[]
language plpgsql stable as $$
declare
  v_sight jsonb := app.form_sight(p_form.tenant_id);
  v_tenant text := p_form.tenant_id;
  v_form text := p_form.id;
  v_type text := p_form.object_type_id;
  v_part text := app.like_part(p_search);
  v_walk integer := case when v_part is null and v_sight is null then p_most else 10000 end;
begin
  -- One statement for each index: a plan for both would read the whole list for a rare status.
  if p_status is not null then
    return array(
      select s.id from (
        select s.id, s.data, s.object_type_id, s.object_id from app.form_submissions s
        where s.tenant_id = v_tenant and s.form_id = v_form and s.status = p_status
        order by s.id desc limit v_walk) s
      where (v_part is null or app.form_submission_holds(s.data, v_part))
        and (v_sight is null or app.form_submission_shown(
          v_sight, v_tenant, coalesce(s.object_type_id, v_type), s.object_id))
      order by s.id desc limit p_most);
  end if;
  return array(
    select s.id from (
      select s.id, s.data, s.object_type_id, s.object_id from app.form_submissions s
      where s.tenant_id = v_tenant and s.form_id = v_form
      order by s.id desc limit v_walk) s
    where (v_part is null or app.form_submission_holds(s.data, v_part))
      and (v_sight is null or app.form_submission_shown(
          v_sight, v_tenant, coalesce(s.object_type_id, v_type), s.object_id))
    order by s.id desc limit p_most);
end $$;
comment on function app.form_submissions_find is
  'The ids of up to p_most submissions of a form, newest first, in a state where one is asked for; of the newest 10,000 '
  'those that hold a text, and that the caller may see';
