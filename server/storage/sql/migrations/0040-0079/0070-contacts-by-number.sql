-- A text that stops or starts the texts finds the bots of its number by an index, not in all bots of all companies.

create index automations_contacts on automations using gin ((model -> 'contacts') jsonb_path_ops) where not deleted;
