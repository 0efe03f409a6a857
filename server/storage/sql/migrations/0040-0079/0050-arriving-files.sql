-- A quota counts the bytes of incomplete files that have arrived, from the index alone.

create index files_arriving on files (created_by) include (size, arrived, created_at) where not complete;
