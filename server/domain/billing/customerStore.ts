import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Customer } from '../../adapters/payments/embedded/customer.ts'
import type { CustomerStore } from '../../adapters/payments/embedded/embeddedPayments.ts'
import { rows } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import type { Storage } from '../../storage/storage.ts'

const BodyRow = z.object({ body: jsonDocument<Customer>() })

const IdRow = z.object({ id: z.string() })

/** Stores the customers of the built-in card provider. */
export const customerStore = ({ db }: Storage): CustomerStore => ({
  async read(id) {
    const [found] = await rows(db, BodyRow, sql`select body from payment_customers where id = ${id}`)
    return found?.body
  },
  async write(customer, due) {
    await db.execute(
      sql`insert into payment_customers (id, body, due_at) values (${customer.id}, ${JSON.stringify(customer)}::jsonb, ${due ?? null}::timestamptz)
          on conflict (id) do update set body = excluded.body, due_at = excluded.due_at`,
    )
  },
  async due(by) {
    const found = await rows(db, IdRow, sql`select id from payment_customers where due_at <= ${by}::timestamptz order by due_at, id`)
    return found.map(({ id }) => id)
  },
})
