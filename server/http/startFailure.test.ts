import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachStorage } from '../../tests/harness/storages.ts'
import { startFailure } from './startFailure.ts'

onEachStorage((use) => {
  it('says why the database refused, and none of the data of the statement', async () => {
    const number = '+12025550177 of Ada Quill'
    const error = await use.storage.db.execute(sql`select ${number}::text::integer`).catch((reason: unknown) => reason)
    expect(String(error)).toContain(number)
    expect(startFailure(error)).toBe('value … is out of range for type integer (SQLSTATE 22003)')
  })
})

it('shows a reason of the product as it is', () => {
  expect(startFailure(new Error('PORT has to be a number up to 65535'))).toBe('PORT has to be a number up to 65535')
  expect(startFailure('no error')).toBe('unknown reason')
})

it('ends for an error that is its own cause', () => {
  const error = new Error('the port is taken')
  error.cause = error
  expect(startFailure(error)).toBe('the port is taken')
})
