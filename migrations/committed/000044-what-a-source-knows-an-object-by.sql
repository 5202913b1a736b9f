--! Previous: sha1:9f27af6ee309304798be1b2942e2701fb87c3a4a
--! Hash: sha1:5b78471c99ed7b696a8b17774ee3142bb640b17b
--! Message: what a source knows an object by

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Records whose objects were given another key here are found by what their source says: a few of all links. Locks the table while
-- it is made, which holds none yet: what a source says is noted from now on.
create index if not exists integration_links_seen on app.integration_links (tenant_id, integration_id, object_id) where seen is not null;
