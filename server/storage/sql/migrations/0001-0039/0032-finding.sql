-- What lists of thousands of bots count for each: its conversations that wait for a decision, and the bots
-- that it starts.

create index executions_undecided on executions (automation) where phase in ('decide', 'waiting');
create index automations_parent on automations (parent) where parent is not null and not deleted;
