import { readFileSync } from 'node:fs'
import { screenPlan } from '../../scripts/pdf/fieldPlan.mjs'
import { readFields } from '../../src/pdf/readFields.ts'
import { expect, test } from '../harness/fixtures.ts'
import type { Entry } from '../pdf-screen/PhoneForm.ts'
import { openPdfSite, type Sent } from '../pdf-screen/openPdfSite.ts'

const form = 'tests/pdf/forms/every-type.pdf'

interface Planned {
  readonly field: { readonly name: string; readonly type: string }
  readonly value: unknown
  readonly entry: Entry
}

test('a manager puts a PDF into a library, and a worker fills in every kind of field by touch without a connection, signs and submits', async () => {
  const { planned } = screenPlan(await readFields(new Uint8Array(readFileSync(form))), 60) as { planned: readonly Planned[] }
  const site = await openPdfSite()
  try {
    const outcome = await site.send(
      form,
      planned.map(({ entry }) => entry),
    )
    expect(outcome).toMatchObject({ failed: new Map() })
    const { fields, signatures } = await readFields((outcome as Sent).bytes)
    const arrived = new Map(fields.map(({ name, value }) => [name, value]))
    expect(signatures).toHaveLength(1)
    for (const { field, value } of planned)
      if (field.type !== 'signature') expect([field.name, arrived.get(field.name)]).toEqual([field.name, value])
  } finally {
    await site.close()
  }
})
