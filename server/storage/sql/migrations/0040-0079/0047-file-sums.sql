-- Bytes per person and per project are summed for the storage quota, from the index alone.

create index files_of_person on files (created_by) include (size, created_at);
create index files_of_tenant on files (tenant) include (size, created_at) where tenant is not null;
