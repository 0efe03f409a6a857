import { useMemo, useSyncExternalStore } from 'react'
import type { LookupItem } from '../../../../contract/endpoints/pages.ts'
import { columnsAt, questionsAt } from '../expressions/questionsAt.ts'
import { setValue } from '../Edited.ts'
import { childOf, nodeAt, type Path, readJson } from '../../../../contract/forms/check/readJson.ts'
import { changeSetting, type WorkbenchState } from '../useWorkbench.ts'
import { type Authoring, AuthoringContext } from './Authoring.ts'
import { Details } from './Details.tsx'
import { Setting } from './Setting.tsx'
import { SettingContext } from './SettingContext.ts'

interface SettingsPaneProps {
  readonly state: WorkbenchState
  readonly published: string | undefined
  /** The lists that a form can name, with entries of each. */
  readonly lookups: Readonly<Record<string, readonly LookupItem[]>>
}

/** Languages that are offered before the form has a translation. */
const usual = ['es', 'pt']

/** The settings of the selected part, with what their controls need to know of the form. */
export function SettingsPane({ state: { history, reviewed, selection }, published, lookups }: SettingsPaneProps) {
  const { findings } = reviewed
  // The outline and the form may lag behind the typing. A text box may not: it would lose letters.
  const text = useSyncExternalStore(history.subscribe, history.text)
  const root = useMemo(() => readJson(text).root, [text])
  const { current } = selection
  const translations = childOf(root, 'translations')
  const authoring = useMemo<Authoring>(() => {
    const own = translations?.entries.map(({ key }) => key).filter((key) => key !== 'en-au') ?? []
    const type = childOf(nodeAt(root, current), 'type')?.value
    return {
      type: typeof type === 'string' ? type : undefined,
      questions: questionsAt(root, current),
      columns: columnsAt(root, current),
      lists: Object.keys(lookups),
      columnsOf: (list) => [...new Set(lookups[list]?.slice(0, 100).flatMap(({ attributes }) => Object.keys(attributes ?? {})))],
      optionSets: childOf(root, 'optionSets')?.entries.map(({ key }) => key) ?? [],
      languages: [...new Set([...usual, ...own])],
      translation(language, text) {
        const held = childOf(childOf(translations, language), text)?.value
        return typeof held === 'string' ? held : undefined
      },
      translate(language, text, translated) {
        const next = translate(history.text(), language, text, translated)
        if (next !== undefined) history.write(next, 'typing')
      },
    }
  }, [root, current, translations, lookups, history])
  const set = (path: Path, value: unknown) => {
    const next = changeSetting(history.text(), path, value, published)
    if (next !== undefined) history.write(next, 'typing')
  }
  return (
    <AuthoringContext value={authoring}>
      <SettingContext value={Setting}>
        <Details root={root} path={current} findings={findings} onSet={set} />
      </SettingContext>
    </AuthoringContext>
  )
}

/** Writes a translation into the file; an empty one is removed. */
export function translate(text: string, language: string, source: string, translated: string): string | undefined {
  const value = translated === '' ? undefined : translated
  const set = (edited: string | undefined, path: Path, next: unknown) =>
    edited === undefined ? undefined : setValue(edited, path, next)?.text
  const direct = set(text, ['translations', language, source], value)
  if (direct !== undefined || value === undefined) return direct
  // The language, or all translations, are new.
  return set(text, ['translations', language], { [source]: value }) ?? set(text, ['translations'], { [language]: { [source]: value } })
}
