import { useState } from 'react'
import { expect, it } from 'vitest'
import { drawPage } from '../../../tests/harness/page.tsx'
import { readJson } from '../../../contract/forms/check/readJson.ts'
import { questionsAt } from './expressions/questionsAt.ts'
import { readAction, writeAction } from './settings/actionKinds.ts'
import { ItemsSetting } from './settings/ItemsSetting.tsx'

it('conditions offer the choices of a list of options that a question names', () => {
  const form = {
    name: 'Check',
    optionSets: { levels: [{ name: 'Low', value: 'low' }, 'High'] },
    children: [
      { type: 'enum', attribute: 'risk', label: 'Risk', optionSet: 'levels' },
      { type: 'text', attribute: 'note', label: 'Note' },
    ],
  }
  const root = readJson(JSON.stringify(form)).root
  if (!root) throw new Error('no tree')
  expect(questionsAt(root, ['children', 1])).toEqual([
    {
      name: 'risk',
      label: 'Risk',
      kind: 'choice',
      columns: [],
      options: [
        { value: 'low', name: 'Low' },
        { value: 'High', name: 'High' },
      ],
    },
  ])
})

it.each(['back', 'close', 'reload'])('the address %s stays an address after it was written', (rest) => {
  expect(readAction(writeAction({ kind: 'address', rest }))).toEqual({ kind: 'address', rest: `./${rest}` })
  expect(readAction(writeAction({ kind: rest as 'back', rest: '' }))).toEqual({ kind: rest, rest: '' })
})

it('an entry of a list stays open when one above it is removed, and the next one stays closed', async () => {
  const schema = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } }
  function Host() {
    const [value, setValue] = useState<unknown>([{ name: 'One' }, { name: 'Two' }, { name: 'Three' }])
    return (
      <ItemsSetting
        owner="enum"
        name="choices"
        label="Choices"
        help={undefined}
        problem={undefined}
        required={false}
        schema={schema}
        value={value}
        onChange={setValue}
      />
    )
  }
  const page = await drawPage(<Host />)
  const entries = () => [...document.querySelectorAll('details')].map((one) => [page.text(one.querySelector('summary')), one.open])
  const second = document.querySelectorAll('details')[1] as HTMLDetailsElement
  second.open = true
  second.dispatchEvent(new Event('toggle'))
  await page.press(page.button('Remove One'))
  expect(entries()).toEqual([
    ['Two', true],
    ['Three', false],
  ])
  await page.remove()
})
