-- The bot that a save counts for is found by its project and form, deleted ones too: both counts of 0029
-- look at it for every first save of a day and every text. Without an index of its own each of them read
-- all bots there are.

create index automations_of_form on automations (team, form);
