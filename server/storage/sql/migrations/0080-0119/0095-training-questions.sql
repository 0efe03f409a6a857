-- The questions about training documents that a form got: one that its author removed does not come back.

create table training_questions (
  form text not null references forms on delete cascade,
  attribute text not null,
  primary key (form, attribute)
);
