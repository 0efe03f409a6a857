import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows, type Transaction } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'

type Contact = Readonly<Record<string, unknown>>

const BotRow = z.object({ id: z.string(), contacts: jsonDocument<Contact[]>() })

/** A contact has stopped the texts of the bots by themselves (decision OQ-042). */
const away = (contact: Contact): Contact =>
  contact['disabled'] === true ? contact : { ...contact, disabled: true, disabledUntil: 'selfmanaged' }

const back = (contact: Contact): Contact => {
  if (contact['disabledUntil'] !== 'selfmanaged') return contact
  const { disabledUntil: _, disabledReason: __, ...rest } = contact
  return { ...rest, disabled: false }
}

/**
 * Marks the contacts with a number in all bots as unavailable by their own wish, or ends that. Contacts that a
 * person has made unavailable stay so. The index automations_contacts has the condition of the query.
 */
export async function setSelfManaged(tx: Transaction, mobile: string, isAway: boolean): Promise<void> {
  const bots = await rows(
    tx,
    BotRow,
    sql`select id, model -> 'contacts' as contacts from automations
        where not deleted and (model -> 'contacts') @> ${JSON.stringify([{ mobile }])}::jsonb order by id for update`,
  )
  for (const { id, contacts } of bots) {
    const next = contacts.map((contact) => (contact['mobile'] === mobile ? (isAway ? away : back)(contact) : contact))
    if (JSON.stringify(next) === JSON.stringify(contacts)) continue
    await tx.execute(
      sql`update automations set model = model || ${JSON.stringify({ contacts: next })}::jsonb, rev = rev + 1, updated_at = now() where id = ${id}`,
    )
  }
}
