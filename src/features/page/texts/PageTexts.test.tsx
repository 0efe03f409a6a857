import 'fake-indexeddb/auto'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageData } from '../../../../contract/endpoints/pages.ts'
import { fixedTexts } from '../../../../contract/endpoints/translate.ts'
import { untranslatedTexts } from '../../../../contract/forms/translateSettings.ts'
import { type DrawnPage, drawPage } from '../../../../tests/harness/page.tsx'
import { setTranslator } from '../../../store/db/emitStoreEvent.ts'
import { getStore } from '../../../store/db/store.ts'
import { wantTranslations } from '../../../store/queries/wantTranslations.ts'
import { PageTexts } from './PageTexts.tsx'

const asked: { texts: readonly string[]; lang: string }[] = []
let reachable: boolean
let page: DrawnPage | undefined

beforeEach(async () => {
  asked.length = 0
  reachable = true
  await getStore().db.translations.clear()
  setTranslator(async (texts, lang) => {
    asked.push({ texts, lang })
    if (!reachable) throw new Error('no answer')
    return texts.map((text) => (text === 'Harbor Point' ? text : `${lang}:${text}`))
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await page?.remove()
  page = undefined
})

const formOf = (text: string, other = `${text} too`) => ({
  name: 'Harbor Point',
  children: [
    { type: 'text' as const, attribute: 'a', label: text },
    { type: 'enum' as const, attribute: 'b', label: other, options: ['Short'] },
  ],
})

/** The way a screen uses its data, as far as texts are concerned. */
function Shown({ form, lang }: { form: ReturnType<typeof formOf>; lang: string }) {
  const [data] = useState<PageData>({ component: 'x', form, untranslated: untranslatedTexts(form, 'es') })
  const [texts, setTexts] = useState<{ of: PageData; data: PageData }>()
  const shown = (texts?.of === data ? texts.data : data).form
  const children = (shown?.children ?? []) as { label: string; options?: ({ name: string; value: string } | string)[] }[]
  return (
    <>
      {lang !== 'en' && <PageTexts lang={lang} data={data} onTexts={setTexts} />}
      <h1>{shown?.name}</h1>
      {children.map(({ label, options = [] }) => (
        <p key={label}>
          <label>{label}</label>
          {options.map((option) => (
            <i key={String(option)}>{typeof option === 'string' ? option : `${option.name}=${option.value}`}</i>
          ))}
        </p>
      ))}
    </>
  )
}
const draw = async (form: ReturnType<typeof formOf>, lang = 'es') => (page = await drawPage(<Shown form={form} lang={lang} />))

describe('a form that its file does not translate', () => {
  it('FE-376 FE-379 is translated together with the 36 fixed strings, in one batch', async () => {
    const { until, text } = await draw(formOf('Crane number'))
    await until(() => text().includes('es:Crane number'))
    // A text that can't be translated stays; a choice keeps its stored value.
    expect(text()).toBe(
      'Harbor Point es:Crane number es:Crane number too es:Short=Short'.replaceAll(' es:C', 'es:C').replace(' es:S', 'es:S'),
    )
    expect(asked).toHaveLength(1)
    expect(asked[0]?.texts).toEqual([...fixedTexts, 'Harbor Point', 'Crane number', 'Crane number too', 'Short'])
    expect(asked[0]?.texts.slice(0, 36)).toHaveLength(36)
  })

  it('is there at once and without a connection the next time, and its texts are not requested again', async () => {
    const form = formOf('Trench depth')
    const first = await draw(form)
    await first.until(() => first.text().includes('es:Trench depth'))
    await first.remove()
    reachable = false
    asked.length = 0
    const second = await draw(form)
    await second.until(() => second.text().includes('es:Trench depth'))
    wantTranslations('es', ['Something new'])
    await second.until(() => asked.length > 0)
    expect(asked).toEqual([{ texts: ['Something new'], lang: 'es' }])
  })

  it('FE-376 asks nothing while English is read', async () => {
    await draw(formOf('Load chart'), 'en')
    expect(asked).toEqual([])
  })

  it('FE-412 FE-413 OQ-081 stays as it is when there is no answer, and texts of more than 10 characters carry a mark until there is one', async () => {
    reachable = false
    const { until, text, root } = await draw(formOf('Elevenchars', 'Tenletters'))
    const mark = () => root.querySelector<HTMLElement>('[data-translation-error]')
    await until(mark)
    expect([...root.querySelectorAll('[data-translation-error]')].map((shown) => shown.textContent)).toEqual(['Elevenchars'])
    expect([...root.querySelectorAll('[lang=en]')].map((shown) => shown.textContent)).toContain('Tenletters')
    expect(mark()?.title).toBe('This text could not be translated yet')
    expect(text()).toBe('Harbor PointElevencharsTenlettersShort')
    expect(document.querySelector('[role=alert]')).toBeNull()
    reachable = true
    dispatchEvent(new Event('online'))
    await until(() => text().includes('es:Elevenchars'))
    expect(root.querySelector('[data-translation-error], [lang]')).toBeNull()
  })
})

it('FE-379 FE-447 waits until nothing more is wished for 100 ms, then asks once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const settle = async () => {
    for (let round = 0; round < 200; round++) await new Promise((resolve) => setImmediate(resolve))
  }
  wantTranslations('pt', ['Hoist'])
  vi.advanceTimersByTime(99)
  wantTranslations('pt', ['Sling'])
  wantTranslations('pt', ['Hoist'])
  vi.advanceTimersByTime(99)
  await settle()
  expect(asked).toEqual([])
  vi.advanceTimersByTime(1)
  await settle()
  expect(asked).toEqual([{ texts: ['Hoist', 'Sling'], lang: 'pt' }])
})
