import { type SQL, sql } from 'drizzle-orm'

export const ranks = sql`array['Worker', 'Member', 'Administrator', 'Owner']`
export const rankOf = (role: SQL) => sql`array_position(${ranks}, ${role})`

/**
 * The roles that the tied groups of an account give to these people: the highest one for each project. `here`: the
 * person is of the account. One who joined from elsewhere is not, until they have accepted an invitation.
 */
export const rolesOfGroups = (billing: string, uids: readonly string[]) => sql`
  select g.team, gm.uid, (${ranks})[max(${rankOf(sql`g.role`)})] as role,
    bool_or(dp.origin <> 'joined'
      or exists (select 1 from members x join teams y on y.id = x.team and y.billing = ${billing} and not y.deleted where x.uid = gm.uid)
      or exists (select 1 from billing_members x where x.billing = ${billing} and x.uid = gm.uid)) as here
  from (select distinct value as uid from jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb)) asked
    join directory_group_members gm on gm.uid = asked.uid
    join directory_groups g on g.id = gm.grp and g.billing = ${billing}
    join directory_people dp on dp.billing = g.billing and dp.uid = gm.uid and dp.active and not dp.deleted
    join teams t on t.id = g.team and t.billing = g.billing and not t.deleted
  group by g.team, gm.uid`

/** Those that people have without being asked. */
export const rolesHere = (billing: string, uids: readonly string[]) => sql`
  select a.team, a.uid, a.role from (${rolesOfGroups(billing, uids)}) a where a.here`
