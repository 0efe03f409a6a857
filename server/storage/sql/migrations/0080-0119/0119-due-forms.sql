-- The forms that are due by a time of the day, for the reminders.
create index forms_due on forms (key) where settings #>> '{due,by}' is not null;
