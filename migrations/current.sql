-- The compiled policies of types hold what an index can do for them; a range may leave out two places now.
update app.object_types t set policies = regexp_replace(
    regexp_replace(t.policies::text, '"except": (\["([^"\\]|\\.)*", [^\]]*\])', '"except": [\1]', 'g'),
    '"except": null', '"except": []', 'g')::jsonb
where t.policies::text like '%"except": %' and t.policies::text not like '%"except": []%'
  and t.policies::text not like '%"except": [[%';
