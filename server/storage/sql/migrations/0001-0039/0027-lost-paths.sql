-- Which record each lost save was about, as far as its device remembers: so that people can be told what to
-- enter again.

alter table lost_saves add column path text;
