import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachStorage } from '../../tests/harness/storages.ts'
import { startFailure } from './startFailure.ts'

onEachStorage((use) => {
  it('says why the database refused, and none of the data of the statement', async () => {
    const number = '+12025550177'
    const error = await use.storage.db
      .execute(sql`insert into people (uid, name, mobile) select 'p' || n, 'Ada Quill', ${number} from generate_series(1, 2) n`)
      .catch((reason: unknown) => reason)
    expect(String(error)).toContain(number)
    expect(startFailure(error)).toMatch(/^duplicate key value violates unique constraint .* \(SQLSTATE 23505\)$/)
    expect(startFailure(error)).not.toMatch(/Ada|2025550177|insert/)
  })
})

it('shows a reason of the product as it is', () => {
  expect(startFailure(new Error('PORT has to be a number up to 65535'))).toBe('PORT has to be a number up to 65535')
  expect(startFailure('no error')).toBe('unknown reason')
})
