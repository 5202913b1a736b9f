create or replace function app.form_submission_shown(
  p_policies jsonb, p_tenant text, p_type_id text, p_object_id text)
returns boolean
language plpgsql stable as $$
begin
  if p_policies is null or p_type_id is null then return true; end if;
  if p_policies ? '*' then return false; end if;
  if not p_policies ? p_type_id then return true; end if;
  return p_object_id is not null and app.policies_show(p_policies, p_tenant, p_type_id, p_object_id);
end $$;
comment on function app.form_submission_shown is
  'Whether the caller may see a submission (p_policies of app.form_sight, the type of its object or else of its form): '
  'one that made an object with the object, any other where no policy keeps objects of the type from them';
