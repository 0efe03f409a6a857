import { afterEach, expect, it } from 'vitest'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { FieldWidget } from './FieldWidget.tsx'
import { createFilling } from './filling.ts'
import { formFields } from './formFields.ts'

let drawn: DrawnPage
afterEach(() => drawn.remove())

const size = { width: 300, height: 40 }

/** Draws the note of a form in a box that is too small to type in. Returns its font size, px. */
async function sizeOf(note: string): Promise<number> {
  const box = { page: 1, rect: [0, 0, size.width, size.height] as const, annotationId: '1R', name: 'note' }
  const pdf = { name: 'note', page: 1, rects: [box], value: '', readOnly: false, required: false, order: 1 }
  const fields = formFields([{ ...pdf, type: 'text', multiline: true }], { source: '/x.pdf' })
  const [field] = fields
  if (!field) throw new Error('no field')
  const nothing = () => undefined
  drawn = await drawPage(
    <FieldWidget
      field={field}
      at={0}
      filling={createFilling({ fields, inFile: {}, first: { note }, attachments: [] })}
      style={size}
      disabled={false}
      demanded={false}
      missing={false}
      isEdited={false}
      clearSignatures={false}
      small
      wanted={undefined}
      onOpen={nothing}
      onSign={nothing}
      onStep={() => false}
      onFocus={nothing}
    />,
  )
  const shown = document.querySelector<HTMLElement>('[data-field="note"] span')
  expect(shown?.textContent).toBe(note)
  return Number.parseFloat(shown?.style.fontSize ?? '')
}

it('shows a note of several short lines as large as all its lines fit into the box', async () => {
  const font = await sizeOf('Mon\nTue\nWed\nThu')
  expect(font * 1.1 * 4).toBeLessThanOrEqual(size.height)
  expect(font).toBeGreaterThan(8)
})

it('shows a note of one line as large as before, and never smaller than can be read', async () => {
  expect(await sizeOf('Mon')).toBe(14)
  await drawn.remove()
  expect(await sizeOf('Mon\n'.repeat(20))).toBe(8)
})
