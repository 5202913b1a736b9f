create or replace function app.form_submissions_find(
  p_form app.forms, p_status text, p_search text, p_ids text[], p_most integer)
returns text[]
language plpgsql stable as $$
declare
  v_tenant text := p_form.tenant_id;
  v_form text := p_form.id;
  v_part text := app.like_part(p_search);
begin
  -- Each branch walks the index that serves it, newest first, and ends with the page.
  if p_ids is not null then
    return array(
      select s.id from app.form_submissions s
      where s.tenant_id = v_tenant and s.form_id = v_form and s.id = any (p_ids)
        and (p_status is null or s.status = p_status) and s.words ilike v_part
      order by s.id desc limit p_most);
  elsif p_status is not null then
    return array(
      select s.id from app.form_submissions s
      where s.tenant_id = v_tenant and s.form_id = v_form and s.status = p_status
        and (v_part is null or s.words ilike v_part)
      order by s.id desc limit p_most);
  end if;
  return array(
    select s.id from app.form_submissions s
    where s.tenant_id = v_tenant and s.form_id = v_form
      and (v_part is null or s.words ilike v_part)
    order by s.id desc limit p_most);
end $$;
comment on function app.form_submissions_find is
  'The ids of up to p_most submissions of a form, newest first, in a state and with a text, where they are asked for '
  '(among p_ids, where an index has found them)';
