-- A kept day of a report is valid if it has as many changes as its count had seen. Until now each change made the day
-- invalid for an hour, so that each report within the hour counted it again. Version 1 of a day has no number here.
alter table report_days add column changes integer not null default 0;
