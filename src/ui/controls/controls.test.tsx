import { createRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { CheckField } from './CheckField.tsx'
import { Field } from './Field.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { RadioGroup } from './RadioGroup.tsx'
import { Select } from './Select.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'

let page: DrawnPage | undefined

afterEach(async () => {
  await page?.remove()
  page = undefined
})

const only = <E extends Element>(selector: string): E => {
  const found = document.querySelectorAll<E>(selector)
  expect(found).toHaveLength(1)
  return found[0] as E
}

/** The texts that a screen reader reads after the name of the element. */
const description = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)

describe('a text field', () => {
  it('is named by its label, and described by its hint, its note and its error', async () => {
    page = await drawPage(
      <>
        <p id="more">For invoices</p>
        <TextField
          label="Name"
          hint="Your company"
          note="3 of 20"
          error="Name required"
          aria-describedby="more"
          required
          defaultValue="abc"
        />
      </>,
    )
    const input = only<HTMLInputElement>('input')
    expect([...(input.labels ?? [])].map((label) => label.textContent)).toEqual(['Name*'])
    expect(description(input)).toEqual(['For invoices', 'Your company', '3 of 20', 'Name required'])
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-required')).toBe('true')
    expect(input.required).toBe(false)
    expect(only('.m-controls-required').getAttribute('aria-hidden')).toBe('true')
    expect(only('[role=alert]').textContent).toBe('Name required')
    expect(only('.m-controls-field').hasAttribute('data-invalid')).toBe(true)
  })

  it('says nothing of an error or a hint that it does not have', async () => {
    page = await drawPage(<TextField label="Name" error={false} hint={undefined} />)
    const input = only('input')
    for (const name of ['aria-invalid', 'aria-describedby', 'aria-required']) expect(input.hasAttribute(name)).toBe(false)
    expect(only('.m-controls-field').children).toHaveLength(2)
  })

  it('can be wrong without a text of its own, and have a text without being wrong', async () => {
    page = await drawPage(
      <>
        <TextField id="a" label="Email" invalid />
        <TextField id="b" label="Passkey" error="The device refused" invalid={false} />
      </>,
    )
    expect(only('#a').getAttribute('aria-invalid')).toBe('true')
    expect(only('#b').hasAttribute('aria-invalid')).toBe(false)
    expect(description(only('#b'))).toEqual(['The device refused'])
  })

  it('passes a ref and the attributes of a native input on, also when the browser holds the value', async () => {
    const ref = createRef<HTMLInputElement>()
    const changed = vi.fn<(value: string) => void>()
    page = await drawPage(
      <TextField
        ref={ref}
        id="pin"
        label="PIN"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-look="digits"
        defaultValue="12"
        onChange={(event) => changed(event.target.value)}
      />,
    )
    const input = only<HTMLInputElement>('#pin')
    expect(ref.current).toBe(input)
    expect([input.inputMode, input.autocomplete, input.dataset['look'], input.value]).toEqual(['numeric', 'one-time-code', 'digits', '12'])
    await page.type(input, '123')
    expect(changed).toHaveBeenCalledWith('123')
    expect(input.value).toBe('123')
  })

  it('is alone under its own name, with an icon inside its edge', async () => {
    page = await drawPage(<TextField type="search" aria-label="Search people" affix={<i />} />)
    expect(document.querySelector('.m-controls-field, label')).toBeNull()
    expect(only('input').getAttribute('aria-label')).toBe('Search people')
    expect(only('.m-controls-affix > .m-controls-affixText + input').previousElementSibling?.getAttribute('aria-hidden')).toBe('true')
  })

  it('keeps its id while it gets and loses an error', async () => {
    page = await drawPage(<TextField label="Name" />)
    const input = only('input')
    await page.draw(<TextField label="Name" error="Name required" />)
    expect(only('input')).toBe(input)
    expect(description(input)).toEqual(['Name required'])
  })
})

it('a long text and a list are native elements with the same texts', async () => {
  page = await drawPage(
    <>
      <TextArea label="Notes" hint="For the foreman" rows={3} />
      <Select label="Site" error="Site required" defaultValue="b">
        <option value="a">North</option>
        <option value="b">South</option>
      </Select>
    </>,
  )
  const notes = only<HTMLTextAreaElement>('textarea')
  expect([notes.labels[0]?.textContent, notes.rows, ...description(notes)]).toEqual(['Notes', 3, 'For the foreman'])
  const site = only<HTMLSelectElement>('select')
  expect([site.labels[0]?.textContent, site.value, ...description(site)]).toEqual(['Site', 'b', 'Site required'])
})

it('a field connects a control that is not of the kit', async () => {
  page = await drawPage(
    <Field label="Mobile number" error="Not complete">
      {(connected) => <input type="tel" {...connected} />}
    </Field>,
  )
  expect(only<HTMLInputElement>('input').labels?.[0]?.textContent).toBe('Mobile number')
  expect(description(only('input'))).toEqual(['Not complete'])
})

describe('a check box', () => {
  it('is one label and its box', async () => {
    page = await drawPage(<CheckField label="I have read this" defaultChecked />)
    expect(only('.m-controls-check').textContent).toBe('I have read this')
    expect(only<HTMLInputElement>('.m-controls-check > input[type=checkbox]').checked).toBe(true)
    expect(document.querySelector('.m-controls-field')).toBeNull()
  })

  it('is described by its hint and its error, as a card too', async () => {
    page = await drawPage(<CheckField isCard label="Shared" note="A tablet" hint="It is locked" error="No key" required />)
    const box = only<HTMLInputElement>('.m-controls-field > .m-controls-choice > input')
    expect(description(box)).toEqual(['It is locked', 'No key'])
    expect([box.getAttribute('aria-invalid'), box.getAttribute('aria-required')]).toEqual(['true', 'true'])
    expect(only('.m-controls-choiceText').textContent).toBe('Shared*A tablet')
  })
})

describe('radio buttons', () => {
  const options = [
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark', note: 'For the night' },
    { value: 'sun', label: 'Sunlight', disabled: true },
  ] as const

  it('are one group with a name, texts and one chosen option', async () => {
    const chosen = vi.fn<(value: string) => void>()
    page = await drawPage(
      <RadioGroup isRow label="Look" hint="Of this device" error="Choose one" required options={options} value="light" onChoose={chosen} />,
    )
    const group = only<HTMLFieldSetElement>('fieldset[role=radiogroup]')
    expect(document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('Look*')
    expect(description(group)).toEqual(['Of this device', 'Choose one'])
    expect([group.getAttribute('aria-invalid'), group.getAttribute('aria-required')]).toEqual(['true', 'true'])
    const inputs = [...document.querySelectorAll('input')]
    expect(inputs.map(({ type, checked, disabled }) => [type, checked, disabled])).toEqual([
      ['radio', true, false],
      ['radio', false, false],
      ['radio', false, true],
    ])
    expect(new Set(inputs.map(({ name }) => name)).size).toBe(1)
    expect(only('.m-controls-choices').getAttribute('data-display')).toBe('buttons')
    await page.press(inputs[1] as Element)
    expect(chosen).toHaveBeenCalledExactlyOnceWith('dark')
  })

  it('have a name without a visible label', async () => {
    page = await drawPage(<RadioGroup aria-label="I am" options={options} value={undefined} onChoose={() => undefined} />)
    expect(only('.m-controls-choices[role=radiogroup]').getAttribute('aria-label')).toBe('I am')
    expect(document.querySelector('fieldset, input:checked')).toBeNull()
  })
})

it('a group of check boxes is a group, not one answer', async () => {
  page = await drawPage(
    <FieldGroup label="Days" error="Choose a day" required>
      <CheckField label="Monday" />
    </FieldGroup>,
  )
  const group = only('fieldset')
  expect(['role', 'aria-invalid', 'aria-required'].filter((name) => group.hasAttribute(name))).toEqual([])
  expect(description(group)).toEqual(['Choose a day'])
})
